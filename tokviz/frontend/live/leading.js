/*
 * What a teacher's bar says and offers. Nothing here is drawn.
 *
 * @typedef {{view: string, step: number, asks: boolean}} Place   what the picture shows
 */

const OURS = ["lead", "present", "predict", "guide", "card", "hide", "lang", "embed", "embed_options"];

/** The address of a page for students: as it is, at this step, without what is the teacher's. */
export function addressFor(path, search, step) {
  const query = new URLSearchParams(search);
  for (const name of OURS) query.delete(name);
  if (step) query.set("step", `${step}`);
  else query.delete("step");
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The address with the lead in it, so that the page can be loaded again; null if it is there. */
export function withLead(search, lead) {
  const query = new URLSearchParams(search);
  if (query.get("lead") === lead) return null;
  query.delete("lead");
  const before = query.toString();
  return `?${before ? `${before}&` : ""}lead=${lead}`;
}

/**
 * What the teacher can do now: names of buttons, in their order.
 *
 * @param {{phase: string, task?: boolean} | null} question
 */
export function offered(question) {
  if (question?.phase === "open") return ["reveal", "close", "dismiss"];
  if (question?.phase === "closed") return ["reveal", "dismiss"];
  if (question?.task) return ["task", "ask", "done"];
  return question ? ["next", "ask", "task"] : ["ask", "task"]; // of a picture, and its answer is shown
}

/** How many students are here, and whether more may come. */
export function present({ students, admits }, labels) {
  return (admits ? labels.students : labels.shut).replace("{n}", students);
}

/** Say in a sentence how many have answered, and what they got right. */
export function told(state, labels) {
  const { question, students } = state;
  if (!question) return "";
  const line = question.phase === "open" ? labels.answered : labels.counted;
  return line.replace("{n}", question.answered).replace("{students}", Math.max(students, question.answered));
}
