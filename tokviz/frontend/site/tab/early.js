/*
 * What is pressed while the page's script is still on its way: it is kept for that script, and the browser does not send
 * the form away.
 */

const { dataset } = document.documentElement;

function keep(event) {
  if ("ready" in dataset) return;
  const { target } = event;
  if (event.type === "click" && target.id !== "begin") return;
  event.preventDefault();
  dataset.pressed = target.id;
}

document.addEventListener("submit", keep);
document.addEventListener("click", keep);
