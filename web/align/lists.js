// The plans and levels that one chooses from.
import { element, fill } from "/web/common/dom.js";
import { signed } from "/web/common/format.js";

/** Offers a venue's levels and a new one, and what takes levels where there are enough. */
export function offerLevels({ level, asNew, ties, beside, auto }, venue, { mayAlign, hasMap }) {
  fill(level, venue.levels.map((one) => element("option", { value: one.ordinal }, `${one.label}${one.label === String(one.ordinal) ? "" : ` (${signed(one.ordinal)})`}`.slice(0, 40))), element("option", { value: "new" }, "a new level"));
  if (!venue.levels.length) level.value = "new";
  level.disabled = !mayAlign;
  asNew.hidden = level.value !== "new";
  ties.hidden = venue.levels.filter((one) => one.plan).length < 2;
  beside.hidden = !hasMap || venue.levels.length < 2;
  auto.hidden = !venue.levels.length;
}

/** Offers the plans of a desk. */
export function offerPlans({ plans, auto, add, undo, redo, blink, opacity, along }, venue, desk) {
  fill(plans, desk.plans.map((plan) => element("option", { value: plan.id }, `${plan.file || plan.id}${plan.level === null ? " · not placed" : ` · level ${venue.label(plan.level)}`}`.slice(0, 80))));
  plans.disabled = !desk.plans.length;
  for (const one of [auto, add, undo, redo, blink, opacity]) one.disabled = !desk.plans.length;
  along.hidden = !desk.plans.length;
  if (!desk.plans.length) fill(plans, element("option", {}, "none yet"));
  else if (desk.plan) plans.value = desk.plan.id;
}

/** The level whose plan this most likely is: a file called level-G or P2 is of that one; null where none is free. */
export function likelyLevel(plan, { levels }, current) {
  const words = plan.file.toLowerCase().replace(/\.[a-z]+$/, "").split(/[^\p{L}\p{N}-]+|-(?=\D)|(?<=\D)-/u);
  const free = levels.filter((one) => !one.plan);
  return free.find((one) => words.includes(one.label.toLowerCase())) ?? free.find((one) => one.ordinal === current) ?? free[0] ?? null;
}
