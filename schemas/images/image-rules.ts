import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** IM1 Only its owner names and fills an image. For everybody else its id is like one that never existed. */
export function checkOwnImage(actor: Actor, facts: { readonly owner: string | null }): Verdict {
  return facts.owner === actor.userId ? allow : refuse('NOT_FOUND');
}
