import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** BL1 Nobody blocks themselves. The rule does not ask whether the other member exists: the answer must not reveal it. */
export function checkBlock(actor: Actor, memberId: string): Verdict {
  return memberId === actor.userId ? refuse('NOT_ALLOWED') : allow;
}
