/*
 * What a replay has in place of a server: it hands the stage the part of the trace that holds the step it asks for. It
 * stands behind the source of the stage, in the same script.
 *
 * The step to begin with may stand behind the address: replay.html#3
 */

{
  const { parts, start } = JSON.parse(document.getElementById("replay-data").textContent);
  const root = document.getElementById("replay-stage").attachShadow({ mode: "open" });
  root.append(document.getElementById("replay-style").content);
  let sent; // the part that the stage has
  let orders = 0;

  /** The part with the most frames on both sides of a step. */
  const partWith = (step) => {
    const room = ({ first, frames }) => Math.min(step - first, first + frames.length - 1 - step);
    return parts.reduce((best, part) => (room(part) > room(best) ? part : best));
  };

  const send = (step) => {
    sent = partWith(step);
    const data = { payload: JSON.stringify(sent), goto: step, goto_id: orders };
    mount({ data, parentElement: root, setStateValue: answer });
  };

  const answer = (name, value) => {
    if (name === "rest" && partWith(value.step) !== sent) send(value.step);
  };

  const order = () => {
    const asked = location.hash.slice(1);
    orders += 1;
    send(/^\d+$/.test(asked) ? Number(asked) : start);
  };

  addEventListener("hashchange", order);
  order();
}
