// What is said to people: toasts, and a banner while the server doesn't answer.
import { connection } from "/web/common/api.js";
import { element } from "/web/common/dom.js";

let toasts;

function place() {
  toasts ??= document.body.appendChild(element("div", { id: "toasts", role: "status", aria: { live: "polite" } }));
  return toasts;
}

/** Says something in a corner; errors stay until they are put away. */
export function toast(text, { isError = false } = {}) {
  const words = String(text).slice(0, 1000);
  for (const known of place().children) if (known.dataset.words === words) known.remove();
  const box = element("div", { className: isError ? "toast error" : "toast", data: { words }, test: isError ? "error" : "notice" },
    element("span", { className: "words", dir: "auto" }, words),
    element("button", { className: "plain", aria: { label: "Put this message away" }, onclick: () => box.remove() }, "✕"));
  place().append(box);
  while (place().children.length > 4) place().firstChild.remove();
  if (!isError) setTimeout(() => box.remove(), 6000);
}

/** Says what went wrong; that the server is lost is said by the banner alone. */
export function tell(error) {
  if (error.name === "AbortError" || error.code === "lost" || error.status === 401) return;
  toast(error.message, { isError: true });
}

/** Does something, and says what went wrong. */
export async function trying(work) {
  try { return await work(); } catch (error) {
    tell(error);
    if (!(error.status >= 0)) throw error;
    return undefined;
  }
}

/** Shows a banner while the server is lost, and asks for it until it is back. */
export function watchServer(bar) {
  const banner = element("div", { className: "banner", role: "alert", test: "lost", hidden: true });
  bar.after(banner);
  connection.addEventListener("lost", () => {
    banner.textContent = "The server doesn't answer. What you did here is kept; this goes on when it is back.";
    banner.hidden = false;
  });
  connection.addEventListener("found", () => { banner.hidden = true; });
}
