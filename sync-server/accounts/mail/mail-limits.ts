/**
 * How many mails of a kind one person receives in an hour, no matter who causes them. A mail above that is dropped, and the requester does
 * not learn it: the answer must not reveal who has an account, and the last link that was sent still works.
 */
import type { Tx } from '../../db/pool/transaction.ts';
import type { Counters } from '../../http/limits/counters.ts';
import type { MailTemplate } from './mail-templates.ts';

const HOUR = 60 * 60;

const perHour = { account: 10, reset: 10, device: 10, invitation: 5 } as const;

/** Mails that other people can cause. A mail about a change to the recipient's own account, or to the operator, is never dropped. */
const kinds: Partial<Record<MailTemplate, keyof typeof perHour>> = {
  verification: 'account',
  'already-registered': 'account',
  // Counted by themselves: nobody can keep the owner's link from coming by causing other mails.
  'password-reset': 'reset',
  'address-unproved': 'reset',
  'address-change': 'account',
  'address-taken': 'account',
  'new-device': 'device',
  'friend-invitation': 'invitation',
  'friend-request': 'invitation',
  'seat-free': 'invitation',
  'friend-accepted': 'invitation',
};

export interface MailLimits {
  /** Counts this mail. The count is kept only if `tx` commits. Returns false when the mail is one too many. */
  allow(tx: Tx, to: string, template: MailTemplate): Promise<boolean>;
}

/** `within` makes counters that count within a transaction. It is null when nothing is limited. */
export function createMailLimits(within: ((tx: Tx) => Counters) | null): MailLimits {
  return {
    async allow(tx, to, template) {
      const kind = kinds[template];
      if (kind === undefined || within === null) return true;
      const counter = within(tx)({ name: `mails ${kind}`, points: perHour[kind], seconds: HOUR });
      return (await counter.consume(to)) === null;
    },
  };
}
