import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import { friendText } from '../../text/friends.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { isAnswer } from './refused-target.ts';

const words: Partial<Record<RefusalCode, (name: string | undefined) => string>> = {
  CIRCLE_FULL: () => friendText.acceptWhenFree,
  THEIR_CIRCLE_FULL: (name) =>
    name === undefined
      ? refusalWording.THEIR_CIRCLE_FULL
      : `${friendText.everySeatAt} ${name}${friendText.tableIsTaken} ${friendText.invitationWaits}`,
};

/** Whether it is an acceptance that was refused because a table is full. The invitation waits, so there is nothing to mend. */
export const isFullTable = (refused: Refused): boolean => isAnswer(refused) && words[refused.code] !== undefined;

/** One message for all of them. */
export function showFullTable(code: RefusalCode, name?: string): void {
  notify.warning(words[code]?.(name) ?? refusalWording[code], { id: 'full-table' });
}
