import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** What a member reads on the page for every reason of a refusal. */
export const refusalText: Record<RefusalCode, string> = refusalWording;
