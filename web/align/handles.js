// The ends of anchors, on the plan and on the map: buttons that are dragged, or moved by arrow keys.
import { element } from "/web/common/dom.js";
import { rounded } from "/web/align/anchors.js";

/** Handles of one pane. `project` and `unproject` lead between its values and its pixels. */
export class Handles {
  constructor(place, anchors, { kind, label, mayMove, project, unproject, snap = (value) => value }) {
    Object.assign(this, { anchors, kind, label, mayMove, project, unproject, snap, nodes: new Map() });
    this.layer = element("div", { className: "handles" });
    place.append(this.layer);
    anchors.addEventListener("change", () => this.draw());
    anchors.addEventListener("select", () => this.draw());
  }

  draw() {
    const gone = new Set(this.nodes.keys());
    this.anchors.list.forEach((anchor, index) => {
      const value = anchor[this.kind];
      if (!value) return;
      gone.delete(anchor.key);
      const node = this.nodes.get(anchor.key) ?? this.add(anchor.key);
      const pixel = this.project(value);
      node.hidden = !pixel;
      if (!pixel) return;
      node.style.transform = `translate(${pixel[0] - 14}px, ${pixel[1] - 14}px)`;
      const number = String(index + 1);
      if (node.textContent !== number) node.textContent = number;
      node.dataset.test = `anchor-${number}`;
      node.classList.toggle("selected", this.anchors.selected === anchor.key);
      node.classList.toggle("outlier", Boolean(anchor.isOutlier));
      node.classList.toggle("half", !anchor.page || !anchor.place);
      const name = `Anchor ${number} ${this.label}${anchor.name ? `: ${anchor.name.slice(0, 60)}` : ""}`;
      if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
    });
    for (const key of gone) { this.nodes.get(key).remove(); this.nodes.delete(key); }
  }

  add(key) {
    const node = element("button", { type: "button", className: "handle", onclick: () => this.anchors.select(key), onfocus: () => this.anchors.select(key) });
    this.layer.append(node);
    this.nodes.set(key, node);
    if (!this.mayMove) return node;
    let grip = null;
    node.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      node.setPointerCapture(event.pointerId);
      const [x, y] = this.project(this.anchors.find(key)[this.kind]);
      grip = { x: event.clientX - x, y: event.clientY - y, startX: event.clientX, startY: event.clientY, moves: false };
      this.anchors.select(key);
      event.stopPropagation();
    });
    // Where the browser tells of each move at once, the fit doesn't wait for the next frame.
    node.addEventListener("onpointerrawupdate" in window ? "pointerrawupdate" : "pointermove", (event) => {
      if (!grip) return;
      if (!grip.moves) {
        if (Math.hypot(event.clientX - grip.startX, event.clientY - grip.startY) < 3) return;
        grip.moves = true;
        this.anchors.remember();
      }
      const value = rounded(this.kind, this.unproject([event.clientX - grip.x, event.clientY - grip.y]));
      this.anchors.set(key, { [this.kind]: event.altKey ? value : this.snap(value) });
    });
    for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => { grip = null; });
    node.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === "Delete" || event.key === "Backspace") this.anchors.remove(key);
      else if (step) {
        const far = event.shiftKey ? 10 : 1;
        const [x, y] = this.project(this.anchors.find(key)[this.kind]);
        this.anchors.remember();
        this.anchors.set(key, { [this.kind]: rounded(this.kind, this.unproject([x + step[0] * far, y + step[1] * far])) });
      } else return;
      event.preventDefault();
    });
    return node;
  }
}
