/**
 * How many mails of a kind one person gets in an hour, whoever causes them. What is above that is left out without a word to whoever
 * asked: the answer must not tell who has an account, and the last link that was sent still works.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
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
  /** Counts this mail; false where it is one too many. */
  allow(to: string, template: MailTemplate): Promise<boolean>;
}

export function createMailLimits(enabled: boolean): MailLimits {
  if (!enabled) return { allow: async () => true };
  const limiters = {
    account: new RateLimiterMemory({ points: perHour.account, duration: HOUR }),
    device: new RateLimiterMemory({ points: perHour.device, duration: HOUR }),
    invitation: new RateLimiterMemory({ points: perHour.invitation, duration: HOUR }),
  };
  return {
    async allow(to, template) {
      const kind = kinds[template];
      if (kind === undefined) return true;
      try {
        await limiters[kind].consume(to);
        return true;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return false;
        throw reason;
      }
    },
  };
}
