// Plans as the venue has them: where each lies, its page, and its picture.
import { get, venuePath } from "/web/common/api.js";
import { apply, localFrame } from "/web/common/mercator.js";
import { picture } from "/web/align/pieces.js";

/** The page of a plan that is meant, as the server lists it. */
export async function pageOf(venue, plan) {
  return (await get(`${venuePath(venue, "plans", plan.id)}/pages?limit=1&after=${plan.page - 1}`)).pages[0];
}

/** Where points of a page are by its transform to the venue's metres; null for a plan that isn't placed. */
export function lieOf(venue, pageToLocal) {
  if (!pageToLocal) return null;
  const frame = localFrame(venue.origin);
  return (point) => frame(apply(pageToLocal, point));
}

/** The plans of levels with their pictures, each fetched once. */
export class StoredPlans {
  constructor(venue) {
    Object.assign(this, { venue, fetched: new Map() });
  }

  /** A plan's page and picture. */
  of(plan) {
    const key = `${plan.id} ${plan.page} ${plan.version}`;
    if (!this.fetched.has(key)) {
      this.fetched.set(key, this.fetch(plan).catch((error) => {
        this.fetched.delete(key);
        throw error;
      }));
    }
    return this.fetched.get(key);
  }

  async fetch(plan) {
    const page = await pageOf(this.venue.id, plan);
    return { page, picture: await picture({ venue: this.venue.id, plan: plan.id, number: page.number, version: plan.version }, page) };
  }
}
