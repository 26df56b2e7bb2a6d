/**
 * How many mails of a kind one person gets in an hour, whoever causes them. What is above that is left out without a word to whoever
 * asked: the answer must not tell who has an account, and the last link that was sent still works.
 */
import type { Tx } from '../db/transaction.ts';
import type { Counters } from '../http/counters.ts';
import type { MailTemplate } from './mail-templates.ts';

const HOUR = 60 * 60;

const perHour = { account: 10, device: 10, invitation: 5 } as const;

/** Mails that others can cause. What tells of a change to one's own account, or goes to whoever runs this server, is never left out. */
const kinds: Partial<Record<MailTemplate, keyof typeof perHour>> = {
  verification: 'account',
  'already-registered': 'account',
  'password-reset': 'account',
  'address-change': 'account',
  'address-taken': 'account',
  'new-device': 'device',
  'friend-invitation': 'invitation',
  'friend-request': 'invitation',
};

export interface MailLimits {
  /** Counts this mail, which counts where `tx` is committed; false where it is one too many. */
  allow(tx: Tx, to: string, template: MailTemplate): Promise<boolean>;
}

/** `within`: what counts within a transaction; null where nothing is limited. */
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
