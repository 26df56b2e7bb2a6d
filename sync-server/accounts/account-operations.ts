/** Describes the operations of `account-routes.ts` for the API document. */
import * as z from 'zod/mini';
import {
  confirmAddressSchema,
  emailOnlySchema,
  emailSchema,
  passwordSchema,
  refreshSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
  updateUserSchema,
  verifySchema,
} from '../../schemas/account/account.ts';
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { signInWording } from '../../schemas/wording/sign-in-wording.ts';
import { beforeQuery, newestPartOf, nothing } from '../api-document/common.ts';
import { exampleId, exampleTime } from '../api-document/examples.ts';
import { component, note } from '../api-document/json-schema.ts';
import { type Failure, failed, hiddenCharacters, type Operation } from '../api-document/operation.ts';
import { accountErrors } from './account-errors.ts';
import { signOutSchema } from './account-routes.ts';
import { RECENT_SIGN_IN_MINUTES } from './sessions.ts';

note(emailSchema, 'Trimmed and kept in lower case.');
note(passwordSchema, answerWording.WEAK_PASSWORD);

/** The answer of every way to sign in. */
export const sessionSchema = component(
  'Session',
  z.object({
    access_token: note(z.string(), 'For the header `Authorization: Bearer …`.'),
    refresh_token: z.optional(note(z.string(), 'Only where it was asked for; browsers have it as a cookie.')),
    expires_at: note(z.number().check(z.int()), 'When the access token ends, in Unix seconds.'),
    user: z.object({ id: uuidSchema, email: z.string(), name: z.string() }),
    is_new: z.optional(note(z.boolean(), 'Where the account was made by this very request.')),
  }),
  'One device that is signed in.',
);
export const sessionExample = {
  access_token: 'eyJhbGciOiJFZERTQSJ9.…',
  refresh_token: 'AZCgsAAAcACAAAAAAAAA…',
  expires_at: 1_795_507_800,
  user: { id: exampleId.ana, email: 'ana@example.com', name: 'Ana' },
};
export const signedIn = { status: 200, description: 'The session.', data: sessionSchema, example: sessionExample } as const;
/** A member with a second factor continues with a code. */
export const codeNeeded: Failure = { status: 403, code: 'CODE_NEEDED', message: signInWording.CODE_NEEDED };
export const presenceFailures: readonly Failure[] = [accountErrors.currentPasswordMissing(), accountErrors.currentPasswordWrong()];
export const presenceRule = `Who signed in within the last ${RECENT_SIGN_IN_MINUTES} minutes need not send \`current_password\`.`;

const messageSchema = component('Said', z.object({ message: z.string() }), 'A sentence for people.');
const messageSuccess = (status: 200 | 201, description: string, message: string) =>
  ({ status, description, data: messageSchema, example: { message } }) as const;
const linkFailures = { verify: accountErrors.verificationLink, reset: accountErrors.resetLink } as const;
const linkStates = ['used', 'expired', 'unknown'] as const;
const visitorDefaults = { tag: 'Account', method: 'POST', access: 'anyone', sameOrigin: true } as const;
const email = { email: 'ana@example.com' };
const token = 'q3Hn…';

export const accountOperations: readonly Operation[] = [
  {
    ...visitorDefaults,
    path: '/auth/sign-up',
    id: 'signUp',
    summary: 'Sign up',
    details:
      'Sends a link to the address, and makes the account once that is opened. An address that has an account is answered alike; its owner hears of it by mail. The cookie that comes with the answer says later that it was this browser.',
    callers: 'anybody, as far as this server lets people in: everybody, those who were invited, or nobody.',
    body: { schema: signUpSchema, example: { ...email, password: 'correct horse 7', name: 'Ana' } },
    successes: [messageSuccess(201, 'A link is on its way.', answerWording.ACCOUNT_CREATED)],
    failures: [accountErrors.weakPassword(), hiddenCharacters, accountErrors.signUpClosed(), accountErrors.invitationNeeded()],
    limits: ['signUp'],
  },
  {
    ...visitorDefaults,
    path: '/auth/resend-verification',
    id: 'resendVerification',
    summary: 'Send the link of a sign-up again',
    callers: 'who signed up, in the same browser; the answer is the same for everybody.',
    body: { schema: emailOnlySchema, example: email },
    successes: [{ status: 200, description: 'If there was such a sign-up, a link is on its way.', data: nothing, example: {} }],
    failures: [hiddenCharacters],
    limits: ['resend'],
  },
  {
    ...visitorDefaults,
    path: '/auth/verify',
    id: 'verify',
    summary: 'Confirm an address',
    details: 'With the token of the link. Opened in another browser than the one that signed up, it takes a password as well.',
    callers: 'who has the link.',
    body: { schema: verifySchema, example: { token, session: 'token' } },
    successes: [signedIn],
    failures: [
      ...linkStates.map((state) => linkFailures.verify(state)),
      accountErrors.signUpPasswordMissing(),
      accountErrors.weakPassword(),
      accountErrors.signUpClosed(),
      accountErrors.invitationNeeded(),
      codeNeeded,
      hiddenCharacters,
    ],
    limits: ['token'],
  },
  {
    ...visitorDefaults,
    path: '/auth/sign-in',
    id: 'signIn',
    summary: 'Sign in',
    details: '`"session": "token"` gives the refresh token in the body, for clients that are no browsers.',
    callers: 'anybody.',
    body: { schema: signInSchema, example: { ...email, password: 'correct horse 7', session: 'token' } },
    successes: [signedIn],
    failures: [accountErrors.wrongCredentials(), accountErrors.notVerified(), codeNeeded, hiddenCharacters],
    limits: ['signIn'],
  },
  {
    ...visitorDefaults,
    access: 'cookie',
    path: '/auth/refresh',
    id: 'refresh',
    summary: 'The next access token',
    details:
      'By the cookie, or by `refresh_token`, which is replaced. The one before stays good until the next was used; an older one ends the session.',
    callers: 'who holds the refresh token.',
    body: { schema: refreshSchema, example: { refresh_token: sessionExample.refresh_token }, optional: true },
    successes: [signedIn],
    failures: [accountErrors.sessionExpired(), accountErrors.accountDeleted()],
    limits: ['token'],
  },
  {
    ...visitorDefaults,
    access: 'cookie',
    path: '/auth/sign-out',
    id: 'signOut',
    summary: 'End this session',
    callers: 'anybody; whatever token comes along is ended.',
    body: { schema: signOutSchema, example: {}, optional: true },
    successes: [{ status: 200, description: 'It is ended.', data: nothing, example: {} }],
  },
  {
    ...visitorDefaults,
    path: '/auth/forgot-password',
    id: 'forgotPassword',
    summary: 'Ask for a link that sets a new password',
    callers: 'anybody; the answer is the same for every address.',
    body: { schema: emailOnlySchema, example: email },
    successes: [messageSuccess(200, 'If there is such an account, a link is on its way.', answerWording.RESET_SENT)],
    failures: [hiddenCharacters],
    limits: ['reset'],
  },
  {
    ...visitorDefaults,
    path: '/auth/reset-password',
    id: 'resetPassword',
    summary: 'Set a new password',
    details: 'With the token of the link. It ends all sessions.',
    callers: 'who has the link.',
    body: { schema: resetPasswordSchema, example: { token, password: 'better horse 8' } },
    successes: [messageSuccess(200, 'It is set.', answerWording.PASSWORD_UPDATED)],
    failures: [
      ...linkStates.map((state) => linkFailures.reset(state)),
      accountErrors.weakPassword(),
      accountErrors.signUpClosed(),
      accountErrors.invitationNeeded(),
    ],
    limits: ['token'],
  },
  {
    tag: 'Account',
    method: 'PUT',
    access: 'member',
    path: '/auth/user',
    id: 'changeUser',
    summary: 'Change password, address or name',
    details: `A new password ends one’s other sessions. A new address becomes one’s own once its link was confirmed. ${presenceRule}`,
    callers: 'any member, for themselves.',
    body: { schema: updateUserSchema, example: { password: 'better horse 8', current_password: 'correct horse 7' } },
    successes: [messageSuccess(200, 'It is changed, or a link is on its way.', answerWording.PASSWORD_UPDATED)],
    failures: [...presenceFailures, accountErrors.weakPassword(), hiddenCharacters],
    limits: ['signIn', 'addressChange'],
  },
  {
    ...visitorDefaults,
    path: '/auth/confirm-address',
    id: 'confirmAddress',
    summary: 'Confirm a new address',
    callers: 'who has the link.',
    body: { schema: confirmAddressSchema, example: { token } },
    successes: [messageSuccess(200, 'It is the address of the account now.', answerWording.ADDRESS_CHANGED)],
    failures: [accountErrors.addressLink('expired'), accountErrors.addressLink('unknown'), accountErrors.addressTaken()],
    limits: ['token'],
  },
  {
    tag: 'Account',
    method: 'GET',
    access: 'member',
    path: '/auth/sessions',
    id: 'listSessions',
    summary: 'Where one is signed in',
    callers: 'any member; each sees their own.',
    query: beforeQuery,
    successes: [
      {
        status: 200,
        description: 'The one used last first.',
        data: newestPartOf(
          z.object({
            id: uuidSchema,
            device: z.string(),
            created_at: timestampSchema,
            last_used_at: timestampSchema,
            current: z.boolean(),
          }),
        ),
        example: {
          items: [{ id: exampleId.session, device: 'Firefox on Linux', created_at: exampleTime, last_used_at: exampleTime, current: true }],
        },
      },
    ],
    failures: [failed(400)],
  },
  {
    tag: 'Account',
    method: 'DELETE',
    access: 'member',
    path: '/auth/sessions/:id',
    id: 'endSession',
    summary: 'Sign a device out',
    callers: 'any member, for their own sessions.',
    pathDescriptions: { id: 'The session.' },
    successes: [{ status: 200, description: 'It is ended, with its stream.', data: nothing, example: {} }],
    failures: [failed(404)],
  },
];
