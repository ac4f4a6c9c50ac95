// What every page has: the bar, who one is, the question for a token, and the watch over the server.
import { connection, get, send } from "/web/common/api.js";
import { element, fill, named } from "/web/common/dom.js";
import { tell, watchServer } from "/web/common/notices.js";

/** Seconds between two looks whether the server is there and the token still counts. */
const LOOK = 4;

/** The id of the venue that the page's address names. */
export function venueOfAddress() {
  return decodeURIComponent(location.pathname.split("/")[2] ?? "");
}

/** Makes the bar; answers who one is and what the server is set to. */
export async function start(page, title) {
  const venue = page === "home" ? null : venueOfAddress();
  const place = element("span", { className: "venue" });
  const links = element("nav", { aria: { label: "Pages of the venue" } });
  const bar = element("header", { className: "bar" },
    element("a", { className: "mark", href: "/", aria: { label: "IndoorKit, all venues" } }, mark(), "IndoorKit"), place, links);
  document.body.prepend(bar);
  watchServer(bar);
  if (venue) {
    for (const [name, words] of [["align", "Align"], ["survey", "Survey"], ["live", "Live"]]) {
      links.append(element("a", { href: `/v/${encodeURIComponent(venue)}/${name}`, aria: name === page ? { current: "page" } : {} }, words));
    }
  }
  connection.addEventListener("token", () => askForToken());
  const [me, settings] = await Promise.all([patiently("/v1/me"), patiently("/web/settings.json")]);
  watch(me);
  if (!settings.mapLibre) {
    bar.after(element("p", { className: "banner", role: "alert" },
      "The map's program is missing on the server: run “make setup-web” there, then start it again."));
  }
  return {
    me, settings, venue,
    may: (scope) => me.scopes.includes(scope) || me.scopes.includes("admin"),
    name(text) {
      fill(place, named(text));
      document.title = `${String(text).slice(0, 60)} · ${title} · IndoorKit`;
    },
  };
}

/** What the server says; waits until there is a token where one is needed, and until the server is there. */
async function patiently(path) {
  for (;;) {
    try { return await get(path); } catch (error) {
      if (error.status === 401) await askForToken();
      else if (error.code === "lost") await new Promise((resolve) => setTimeout(resolve, 1500));
      else throw error;
    }
  }
}

/** Looks again and again: a token that was revoked is told, and a server that is lost is noticed. */
function watch(me) {
  setInterval(async () => {
    try {
      const now = await get("/v1/me");
      if (String(now.scopes) !== String(me.scopes)) location.reload();
    } catch { /* The banner or the question for a token says it. */ }
  }, LOOK * 1000);
}

let asking = null;

/** Asks for a token, once, however many requests wait for it. */
function askForToken() {
  asking ??= new Promise((resolve) => {
    const field = element("input", { type: "password", name: "token", required: true, autocomplete: "off", test: "token" });
    const wrong = element("p", { className: "bad small", role: "alert" });
    const form = element("form", { className: "form", onsubmit: logIn },
      element("h1", {}, "A token, please"),
      element("p", { className: "muted" }, "This server asks who you are, once. Whoever runs it makes tokens with “indoor-server token add”. The browser keeps yours where no page can read it."),
      element("label", {}, "Token", field), wrong,
      element("div", { className: "row end" }, element("button", { className: "primary", type: "submit" }, "Go on")));
    const dialog = document.body.appendChild(element("dialog", { aria: { label: "A token is needed" }, oncancel: (event) => event.preventDefault() }, form));
    dialog.showModal();
    async function logIn(event) {
      event.preventDefault();
      try {
        await send("POST", "/v1/login", { token: field.value.trim() });
        dialog.remove();
        asking = null;
        resolve();
        connection.dispatchEvent(new Event("found"));
      } catch (error) {
        wrong.textContent = error.message;
      }
    }
  });
  return asking;
}

function mark() {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const lines = document.createElementNS(space, "path");
  lines.setAttribute("d", "M3 3h18v18H3zM3 10h8V3M15 21v-7h6");
  for (const [name, value] of [["fill", "none"], ["stroke", "currentColor"], ["stroke-width", "2"]]) lines.setAttribute(name, value);
  const dot = document.createElementNS(space, "circle");
  for (const [name, value] of [["cx", 15.5], ["cy", 8.5], ["r", 2.4], ["fill", "currentColor"]]) dot.setAttribute(name, value);
  picture.append(lines, dot);
  return picture;
}

export { tell };
