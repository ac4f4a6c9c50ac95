// Saving a placement, so that nobody's work is written over unseen.
import { send, venuePath } from "/web/common/api.js";
import { element } from "/web/common/dom.js";

/** Stores the placement; answers its new tag, or null where it was left. `takeTheirs` loads what others saved. */
export async function save(venue, state, anchors, level, takeTheirs) {
  const path = `${venuePath(venue, "plans", state.plan.id)}/placement`;
  const body = { level, anchors: anchors.sent, page: state.page.number };
  let [tag, force] = [state.tag, false];
  for (;;) {
    try {
      return await send("PUT", path, { ...body, ...(force ? { force } : {}) }, { headers: { "If-Match": tag } });
    } catch (error) {
      if (error.code === "other-version") {
        const answer = await choose("Somebody saved this plan meanwhile",
          "Since you opened it, somebody else saved other anchors. Look at theirs (yours stay one undo away), or put yours in their place.",
          [["Look at theirs", "theirs"], ["Save mine over them", "mine"]]);
        if (answer === "theirs") { await takeTheirs(); return null; }
        if (answer !== "mine") return null;
        tag = "*";
      } else if (error.code === "plan-not-stored" && !force) {
        const answer = await choose("This place looks wrong", error.message, [["Correct it", ""], ["Save it all the same", "force"]]);
        if (answer !== "force") return null;
        force = true;
      } else throw error;
    }
  }
}

/** Asks one question; answers the value of the button that was pressed. */
export function choose(title, words, buttons) {
  return new Promise((resolve) => {
    const dialog = document.body.appendChild(element("dialog", { aria: { label: title }, test: "question", onclose: () => { dialog.remove(); resolve(dialog.returnValue); } },
      element("div", { className: "form" }, element("h1", {}, title), element("p", { dir: "auto" }, words.slice(0, 800)),
        element("div", { className: "row end" }, buttons.map(([name, value], index) =>
          element("button", { type: "button", className: index === 0 ? "primary" : "", onclick: () => dialog.close(value) }, name))))));
    dialog.showModal();
  });
}
