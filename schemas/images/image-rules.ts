import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** IM1 an image is named and filled by its owner alone; for everybody else it is an id like one that never was. */
export function checkOwnImage(actor: Actor, facts: { readonly owner: string | null }): Verdict {
  return facts.owner === actor.userId ? allow : refuse('NOT_FOUND');
}
