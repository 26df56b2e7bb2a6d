import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** BL1 nobody blocks themselves. Whom one may block is not asked: the answer must not tell whether somebody is there. */
export function checkBlock(actor: Actor, memberId: string): Verdict {
  return memberId === actor.userId ? refuse('NOT_ALLOWED') : allow;
}
