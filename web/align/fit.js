// The fit, by the server: the newest anchors win, and one request is under way at a time.
import { send, venuePath } from "/web/common/api.js";

export class Fit extends EventTarget {
  constructor(venue) {
    super();
    Object.assign(this, { venue, result: null, problem: null, isRunning: false, isDue: false, ask: null });
  }

  /** Asks for a fit of what `body` says when the request goes out; null clears it. */
  request(plan, body) {
    this.ask = { plan, body };
    if (this.isRunning) { this.isDue = true; return; }
    this.run();
  }

  async run() {
    this.isRunning = true;
    do {
      this.isDue = false;
      const { plan, body } = this.ask;
      const sent = body();
      let [result, problem] = [null, null];
      if (plan && sent && sent.anchors.length >= 2) {
        try {
          result = (await send("POST", `${venuePath(this.venue, "plans", plan)}/fit`, sent)).value;
        } catch (error) { problem = error; }
      }
      // What is due is asked next, and of another plan this says nothing.
      if (this.isDue && (!result || this.ask.plan !== plan)) continue;
      // What stood there stays while the server is lost.
      if (problem?.code === "lost") { setTimeout(() => this.request(this.ask.plan, this.ask.body), 2000); break; }
      Object.assign(this, { result, problem });
      this.dispatchEvent(new Event("change"));
    } while (this.isDue);
    this.isRunning = false;
  }

  clear() {
    Object.assign(this, { result: null, problem: null, isDue: false });
    this.dispatchEvent(new Event("change"));
  }
}
