/** Describes the operations of `account-routes.ts` for the API document. */
import * as z from 'zod/mini';
import {
  confirmAddressSchema,
  emailOnlySchema,
  emailSchema,
  passwordSchema,
  readLinkSchema,
  refreshSchema,
  resetAnswerSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
  updateUserSchema,
  verificationLinkSchema,
  verifySchema,
} from '../../schemas/account/account.ts';
import { PRESENCE_MINUTES } from '../../schemas/account/account-limits.ts';
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { signInWording } from '../../schemas/wording/sign-in-wording.ts';
import { beforeQuery, created, newestPartOf, success } from '../api-document/common.ts';
import { exampleId, exampleTime } from '../api-document/examples.ts';
import { component, note } from '../api-document/json-schema.ts';
import { describeOperations, type Failure, failed, hiddenCharacters, unusualCapitals } from '../api-document/operation.ts';
import { accountErrors } from './account-errors.ts';
import { signOutSchema } from './account-routes.ts';
import { SESSION_DAYS, SESSION_MAX_DAYS, SESSIONS_MAX } from './sessions/sessions.ts';

note(emailSchema, 'Trimmed. A to Z become lower case. Other capital letters are refused.');
note(passwordSchema, answerWording.WEAK_PASSWORD);

/** The answer of every way to sign in. */
export const sessionSchema = component(
  'Session',
  z.object({
    access_token: note(z.string(), 'For the header `Authorization: Bearer …`.'),
    refresh_token: z.optional(note(z.string(), 'Only if the request has `"session": "token"`. Browsers get it as a cookie.')),
    expires_at: note(z.number().check(z.int()), 'When the access token expires, in Unix seconds.'),
    user: z.object({ id: uuidSchema, email: z.string(), name: z.string() }),
    is_new: z.optional(note(z.boolean(), 'True if this sign-in with the identity provider created the account.')),
  }),
  'The session of one device.',
);
export const sessionExample = {
  access_token: 'eyJhbGciOiJFZERTQSJ9.…',
  refresh_token: 'AZCgsAAAcACAAAAAAAAA…',
  expires_at: 1_795_507_800,
  user: { id: exampleId.ana, email: 'ana@example.com', name: 'Ana' },
};
export const signedIn = success('The session.', sessionSchema, sessionExample);
/** A member with a second factor continues with a code. */
export const codeNeeded: Failure = { status: 403, code: 'CODE_NEEDED', message: signInWording.CODE_NEEDED };
export const presenceFailures: readonly Failure[] = [accountErrors.currentPasswordMissing()];
export const presenceRule = `Returns 403 \`PRESENT_PASSWORD_MISSING\` unless you signed in or called \`POST /auth/presence\` in the last ${PRESENCE_MINUTES} minutes.`;
/** The sentence for what `Accounts.requireProvedAddress` refuses. */
export const addressRule =
  'Returns 403 `ADDRESS_UNPROVED`, and mails a link for a new password, if the account was made by `POST /auth/invitations/join` and its password was never set by a mailed link: the mail of the invitation may have been passed on.';

/** The failures of every way to sign up, on servers that do not admit everybody. */
export const notAdmitted: readonly Failure[] = [
  accountErrors.signUpClosed(),
  accountErrors.invitationNeeded(),
  accountErrors.invitationNotOpen(),
];
export const badPassword: readonly Failure[] = [accountErrors.weakPassword(), accountErrors.commonPassword()];
const visitor = { access: 'anyone', sameOrigin: true } as const;
const linkStates = ['used', 'expired', 'unknown'] as const;
const email = { email: 'ana@example.com' };
const token = 'q3Hn…';

export const accountOperations = describeOperations('Account', 'member', {
  'POST /auth/sign-up': {
    ...visitor,
    id: 'signUp',
    summary: 'Sign up',
    details:
      'Sends a confirmation link to the address. Opening the link creates the account. An address that already has an account gets the same answer, and its owner gets a mail. The answer sets a cookie by which the server later recognises this browser.',
    callers:
      'Anybody, if the server is open to everybody. Returns 403 if it is open to invited people only and you have no invitation, or if it is closed.',
    body: { schema: signUpSchema, example: { ...email, password: 'correct horse 7', name: 'Ana' } },
    success: { ...created('The link was sent.'), message: answerWording.ACCOUNT_CREATED },
    failures: [...badPassword, hiddenCharacters, ...notAdmitted, unusualCapitals],
    limits: ['signUp'],
  },
  'POST /auth/resend-verification': {
    ...visitor,
    id: 'resendVerification',
    summary: 'Send the confirmation link again',
    callers: 'Anybody. A mail is sent only if this browser signed up with this address. The answer is the same in any case.',
    body: { schema: emailOnlySchema, example: email },
    success: success('The link was sent if there is such a sign-up.'),
    failures: [hiddenCharacters, unusualCapitals],
    limits: ['resend'],
  },
  'POST /auth/verify/look': {
    ...visitor,
    id: 'readVerificationLink',
    summary: 'Read a confirmation link',
    details:
      'For the page that the link opens, before it asks. Changes nothing. It is a POST so that the token is in the body and not in logs.',
    callers: 'Anybody with the link.',
    body: { schema: readLinkSchema, example: { token } },
    success: success('What the link confirms.', verificationLinkSchema, { state: 'open', ...email, signed_up_here: true }),
    failures: [accountErrors.verificationLink('unknown')],
    limits: ['token'],
  },
  'POST /auth/verify': {
    ...visitor,
    id: 'verify',
    summary: 'Confirm a sign-up',
    details:
      'Takes the token of the confirmation link, creates the account and signs in. In a browser that has not signed up with this address, `password` is required as well.',
    callers: 'Anybody with the link.',
    body: { schema: verifySchema, example: { token, session: 'token' } },
    success: signedIn,
    failures: [
      ...linkStates.map(accountErrors.verificationLink),
      accountErrors.signUpPasswordMissing(),
      ...badPassword,
      ...notAdmitted,
      codeNeeded,
      hiddenCharacters,
    ],
    limits: ['token'],
  },
  'POST /auth/sign-in': {
    ...visitor,
    id: 'signIn',
    summary: 'Sign in',
    details: `Clients that are not browsers send \`"session": "token"\` to get the refresh token in the body. A session ends after ${SESSION_DAYS} days without use, and after ${SESSION_MAX_DAYS} days in any case. A member can have ${SESSIONS_MAX} sessions. Signing in once more ends the least recently used session.`,
    body: { schema: signInSchema, example: { ...email, password: 'correct horse 7', session: 'token' } },
    success: signedIn,
    failures: [accountErrors.wrongCredentials(), accountErrors.notVerified(), codeNeeded, hiddenCharacters, unusualCapitals],
    limits: ['signIn'],
  },
  'POST /auth/refresh': {
    access: 'cookie',
    sameOrigin: true,
    id: 'refresh',
    summary: 'Refresh the access token',
    details:
      'Uses the session cookie, or `refresh_token`. Each call returns a new refresh token. The previous token stays valid until the new token is used. Using an older token ends the session. A call counts as use of the session. A client that refreshes while nobody looks at it sends `"in_sight": false`: then neither the end of the session nor `last_used_at` moves.',
    callers: 'Anybody with the refresh token of a session. Returns 401 otherwise.',
    body: { schema: refreshSchema, example: { refresh_token: sessionExample.refresh_token }, optional: true },
    success: signedIn,
    failures: [accountErrors.sessionExpired(), accountErrors.accountDeleted()],
    limits: ['token'],
  },
  'POST /auth/sign-out': {
    access: 'cookie',
    sameOrigin: true,
    id: 'signOut',
    summary: 'Sign out',
    callers: 'Anybody. Ends the session of the cookie or token in the request, if there is a session.',
    body: { schema: signOutSchema, example: {}, optional: true },
    success: success('The session has ended.'),
  },
  'POST /auth/forgot-password': {
    ...visitor,
    id: 'forgotPassword',
    summary: 'Request a password reset',
    callers: 'Anybody. The answer is the same for every address.',
    body: { schema: emailOnlySchema, example: email },
    success: { ...success('A link was sent if there is such an account.'), message: answerWording.RESET_SENT },
    failures: [hiddenCharacters, unusualCapitals],
    limits: ['reset'],
  },
  'POST /auth/reset-password': {
    ...visitor,
    id: 'resetPassword',
    summary: 'Reset the password',
    details:
      'Takes the token of the reset link. Ends all sessions of the account. The first reset of an account that was made by `POST /auth/invitations/join` also removes its passkeys and its links to an identity provider, because the mail of an invitation may have been passed on. If the sign-up was never confirmed, this confirms it and creates the account; in another browser than the one that signed up, `name` is required as well.',
    callers: 'Anybody with the link.',
    body: { schema: resetPasswordSchema, example: { token, password: 'better horse 8' } },
    success: {
      ...success('The password was set. `taken_back`: passkeys and links to an identity provider were removed.', resetAnswerSchema, {
        taken_back: false,
      }),
      message: answerWording.PASSWORD_UPDATED,
    },
    failures: [
      ...linkStates.map(accountErrors.resetLink),
      accountErrors.signUpNameMissing(),
      hiddenCharacters,
      ...badPassword,
      ...notAdmitted,
    ],
    limits: ['token'],
  },
  'PUT /auth/user': {
    id: 'changeUser',
    summary: 'Change password, e-mail address or name',
    details: `A new password ends your other sessions. A new address takes effect when you confirm the link that is sent to it. A new password or address needs a proof of presence. ${presenceRule} ${addressRule}`,
    body: { schema: updateUserSchema, example: { password: 'better horse 8' } },
    success: { ...success('The change was made, or the link was sent.'), message: answerWording.PASSWORD_UPDATED },
    failures: [...presenceFailures, accountErrors.addressUnproved(), ...badPassword, hiddenCharacters, unusualCapitals],
    limits: ['addressChange'],
  },
  'POST /auth/confirm-address': {
    ...visitor,
    id: 'confirmAddress',
    summary: 'Confirm a new e-mail address',
    callers: 'Anybody with the link.',
    body: { schema: confirmAddressSchema, example: { token } },
    success: { ...success('The account has the new address.'), message: answerWording.ADDRESS_CHANGED },
    failures: [accountErrors.addressLink('expired'), accountErrors.addressLink('unknown'), accountErrors.addressTaken()],
    limits: ['token'],
  },
  'GET /auth/sessions': {
    id: 'listSessions',
    summary: 'List your sessions',
    query: beforeQuery,
    success: success(
      'A page of sessions, the most recently used first.',
      newestPartOf(
        z.object({
          id: uuidSchema,
          device: z.string(),
          created_at: timestampSchema,
          last_used_at: timestampSchema,
          current: z.boolean(),
        }),
      ),
      {
        items: [{ id: exampleId.session, device: 'Firefox on Linux', created_at: exampleTime, last_used_at: exampleTime, current: true }],
      },
    ),
    failures: [failed(400)],
  },
  'DELETE /auth/sessions': {
    id: 'endOtherSessions',
    summary: 'End all other sessions',
    details: presenceRule,
    success: success('All your other sessions and their streams have ended.'),
    failures: presenceFailures,
  },
  'DELETE /auth/sessions/:id': {
    id: 'endSession',
    summary: 'End a session',
    details: `Ending another session needs a proof of presence, ending this one does not. ${presenceRule}`,
    callers: 'Any member. Returns 404 if the session is not yours.',
    pathDescriptions: { id: 'The id of the session.' },
    success: success('The session and its streams have ended.'),
    failures: [...presenceFailures, failed(404)],
  },
});
