/** Describes the operations of `presence-routes.ts` for the API document. */
import { PRESENCE_MINUTES } from '../../../schemas/account/account-limits.ts';
import { presenceSchema } from '../../../schemas/account/presence.ts';
import { success } from '../../api-document/common.ts';
import { describeOperations } from '../../api-document/operation.ts';
import { accountErrors } from '../account-errors.ts';
import { providerErrors } from '../provider/provider-errors.ts';
import { WRONG_MAX } from './present-passwords.ts';
import { passkeyOptions, providerUrl } from './sign-in-way-operations.ts';

export const presenceOperations = describeOperations('Account', 'member', {
  'POST /auth/presence': {
    sameOrigin: true,
    id: 'showPresence',
    summary: 'Prove your presence',
    details: `Operations that change how you sign in need a session that proved your presence in the last ${PRESENCE_MINUTES} minutes. Signing in is such a proof. Otherwise send one of these: \`password\`; \`passkey\`, the browser’s answer to the options of \`POST /auth/presence/passkey\`; or, for members without a password, \`provider\`, the query with which the browser returns from the URL of \`POST /auth/presence/provider\`. ${WRONG_MAX} wrong passwords within an hour end the session.`,
    body: { schema: presenceSchema, example: { password: 'correct horse 7' } },
    success: success(`Your presence is proved for ${PRESENCE_MINUTES} minutes.`),
    failures: [
      accountErrors.currentPasswordWrong(),
      accountErrors.currentPasswordTooOften(),
      accountErrors.currentPasswordMissing(),
      accountErrors.sessionExpired(),
      accountErrors.passkeyTooLate(),
      accountErrors.passkeyNotYours(),
      providerErrors.notConfigured(),
      providerErrors.notYou(),
      providerErrors.denied(),
      providerErrors.failed(),
      providerErrors.misconfigured(),
      providerErrors.unavailable(),
    ],
    limits: ['signIn'],
  },
  'POST /auth/presence/passkey': {
    sameOrigin: true,
    id: 'beginPresenceByPasskey',
    summary: 'Start proving your presence with a passkey',
    details: 'The challenge works once, in this session, for ten minutes.',
    success: passkeyOptions,
    limits: ['passkey'],
  },
  'POST /auth/presence/provider': {
    sameOrigin: true,
    id: 'beginPresenceByProvider',
    summary: 'Start proving your presence at the identity provider',
    details: 'For members without a password. Returns 403 for members with a password. The URL works once, in this session.',
    success: providerUrl(),
    failures: [
      accountErrors.currentPasswordMissing(),
      providerErrors.notConfigured(),
      providerErrors.misconfigured(),
      providerErrors.unavailable(),
    ],
    limits: ['provider'],
  },
});
