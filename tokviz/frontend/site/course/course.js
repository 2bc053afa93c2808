/* The script of a lesson in a course platform: the lesson of the site, with a store that reports to the platform. */

import { openLesson } from "../lesson.js";
import { findApi, Scorm } from "./scorm.js";
import { Session } from "./session.js";
import { CourseStore } from "./store.js";
import { launchOf, Xapi } from "./xapi.js";

const data = JSON.parse(document.getElementById("site-data").textContent);

function say(/** @type {string} */ text) {
  const line = document.getElementById("course");
  if (line.textContent !== text) line.textContent = text;
}

/** The platform that this package is for, if it answers. */
function platformOf({ platform, lesson }) {
  if (platform !== "xapi") {
    const api = findApi(platform, window);
    return api && new Scorm(platform, api);
  }
  const launch = launchOf(location.search);
  return launch && new Xapi(launch, lesson);
}

async function study() {
  const { labels } = data.course;
  const store = new CourseStore();
  const platform = platformOf(data.course);
  if (platform) {
    const session = new Session(store, platform, data.cards, (isTaken) => say(isTaken ? labels.kept : labels.lost));
    const card = await session.begin();
    if (!location.hash && card > 1) history.replaceState(null, "", `#${card}`);
    window.addEventListener("pagehide", () => session.end());
  } else say(labels.none);
  await openLesson(data, store);
}

study();
