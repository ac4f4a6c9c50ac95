// The server's interface. Everything that a page does goes through here, and could be done by a script.

/** What the server refused, with its sentence. */
export class Problem extends Error {
  constructor(status, code, detail) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** Tells "lost" and "found" of the server, and "token" where one is asked for. */
export const connection = new EventTarget();
let isLost = false;

function noteLost() {
  if (isLost) return;
  isLost = true;
  connection.dispatchEvent(new Event("lost"));
}
function noteFound() {
  if (!isLost) return;
  isLost = false;
  connection.dispatchEvent(new Event("found"));
}

async function problem(response) {
  let told = {};
  try { told = await response.json(); } catch { /* It said nothing that can be read. */ }
  if (response.status === 401) connection.dispatchEvent(new Event("token"));
  return new Problem(response.status, told.code ?? "failed", told.detail ?? `The server answered ${response.status}.`);
}

/** Asks the server; answers what it said, or throws a Problem. */
export async function ask(method, path, { json, body, headers = {}, signal } = {}) {
  const sent = { ...headers };
  if (json !== undefined) sent["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers: sent, body: json !== undefined ? JSON.stringify(json) : body, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    noteLost();
    throw new Problem(0, "lost", "The server doesn't answer. Nothing is lost here; it is tried again by itself.");
  }
  noteFound();
  if (!response.ok) throw await problem(response);
  return response;
}

export async function get(path, options) {
  return (await ask("GET", path, options)).json();
}

/** Sends JSON and reads JSON; what came as ETag stands beside it. */
export async function send(method, path, json, options = {}) {
  const response = await ask(method, path, { json, ...options });
  const text = response.status === 204 ? "" : await response.text();
  return { value: text ? JSON.parse(text) : null, tag: response.headers.get("ETag"), status: response.status };
}

/** Sends a file and tells how much of it went. */
export function upload(method, path, file, progress = () => {}, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const name in headers) request.setRequestHeader(name, headers[name]);
    request.upload.onprogress = (event) => progress(event.loaded / Math.max(1, event.total));
    request.onerror = () => {
      noteLost();
      reject(new Problem(0, "lost", "The server doesn't answer. Nothing was stored; send the file again when it is back."));
    };
    request.onload = () => {
      noteFound();
      let told = null;
      try { told = JSON.parse(request.responseText || "null"); } catch { /* It said nothing that can be read. */ }
      if (request.status >= 200 && request.status < 300) {
        resolve({ value: told, tag: request.getResponseHeader("ETag"), status: request.status });
      } else {
        if (request.status === 401) connection.dispatchEvent(new Event("token"));
        // What the server calls the upload has a name here.
        const detail = (told?.detail ?? `The server answered ${request.status}.`).replace(/^upload(?=:)/, () => file.name.slice(0, 80));
        reject(new Problem(request.status, told?.code ?? "failed", detail));
      }
    };
    request.send(file);
  });
}

/** All of a list that comes in pages. */
export async function all(path, member) {
  let found = [];
  for (let next = path; next; ) {
    const page = await get(next);
    found = found.concat(page[member]);
    next = page.next;
  }
  return found;
}

/** Follows a job to its end; answers its result. */
export async function follow(job, progress = () => {}) {
  for (let wait = 100; ; wait = Math.min(1000, wait * 1.5)) {
    const now = await get(`/v1/jobs/${job.id}`);
    progress(now);
    if (now.state === "done") return now.result;
    if (now.state === "failed") {
      throw new Problem(422, now.problem?.code ?? "failed", now.problem?.detail ?? "The job failed.");
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The path of a venue's things, each part as it may stand in a path. */
export function venuePath(venue, ...parts) {
  return ["/v1/venues", venue, ...parts].map((part, index) => (index ? encodeURIComponent(part) : part)).join("/");
}
