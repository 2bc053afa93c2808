/* What opens above a page is outside of the app, which alone has a color scheme: the page takes it over. */

const APP = "[data-testid=stApp]";

/** Keep the page in the scheme of the app, by which `light-dark` chooses, until the signal aborts. */
export function followScheme(signal) {
  const app = document.querySelector(APP);
  if (!app) return;
  const follow = () => {
    document.body.style.colorScheme = getComputedStyle(app).colorScheme;
  };
  const observer = new MutationObserver(follow);
  observer.observe(app, { attributes: true, attributeFilter: ["class"] }); // which a theme changes
  signal.addEventListener("abort", () => observer.disconnect());
  follow();
}
