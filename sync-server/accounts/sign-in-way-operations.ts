/** Describes the operations of `sign-in-way-routes.ts` and of the identity provider's routes for the API document. */
import * as z from 'zod/mini';
import {
  addPasskeySchema,
  codeAndPresenceSchema,
  codeSignInSchema,
  confirmCodeSchema,
  passkeySignInSchema,
  presenceSchema,
  renamePasskeySchema,
} from '../../schemas/account/passkey.ts';
import { providerCallbackSchema } from '../../schemas/account/provider.ts';
import { PASSKEYS_MAX, RECOVERY_CODES } from '../../schemas/account/sign-in-ways.ts';
import { timestampSchema, uuidSchema } from '../../schemas/base/ids.ts';
import { atMost, listOf, nothing } from '../api-document/common.ts';
import { exampleId, exampleTime } from '../api-document/examples.ts';
import { component, note } from '../api-document/json-schema.ts';
import { failed, hiddenCharacters, type Operation } from '../api-document/operation.ts';
import { accountErrors } from './account-errors.ts';
import { codeNeeded, presenceFailures, presenceRule, signedIn } from './account-operations.ts';
import { providerErrors } from './provider-errors.ts';

const passkeySchema = component(
  'Passkey',
  z.object({
    id: uuidSchema,
    name: z.string(),
    backed_up: note(z.boolean(), 'Kept by somebody, as a password manager does, for more than one device.'),
    created_at: timestampSchema,
    last_used_at: z.nullable(timestampSchema),
  }),
  'A key of a device that opens the account.',
);
const example = { id: exampleId.passkey, name: 'My phone', backed_up: true, created_at: exampleTime, last_used_at: null };
/** What a browser’s `navigator.credentials` takes. */
const webauthnOptions = component('WebAuthnOptions', z.looseObject({ challenge: z.string() }), 'Options for WebAuthn, as JSON.');
const options = { status: 200, description: 'What the browser needs.', data: webauthnOptions, example: { challenge: 'c2FtcGxl' } } as const;
const credential = { id: 'a2V5', rawId: 'a2V5', type: 'public-key' };
const signed = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' };
const made = { clientDataJSON: 'e30', attestationObject: 'AA', transports: ['internal'] };
const recoveryCodes = {
  status: 200,
  description: 'Codes for a day without the app, each good once.',
  data: component(
    'RecoveryCodes',
    z.object({ recovery_codes: atMost(RECOVERY_CODES, z.string()) }),
    'Shown once; the server keeps their hashes.',
  ),
  example: { recovery_codes: ['7f3k-9m2p'] },
} as const;
const wrongCodes = [
  accountErrors.codeWrong('code'),
  accountErrors.codeWrong('recovery'),
  accountErrors.codeUsed(),
  accountErrors.codeTooOften(3600),
];

const memberDefaults = { tag: 'Ways to sign in', access: 'member' } as const;
const visitorDefaults = { tag: 'Ways to sign in', method: 'POST', access: 'anyone', sameOrigin: true } as const;
const forOneself = 'any member, for themselves.';
const pathDescriptions = { id: 'The passkey.' };

export const signInWayOperations: readonly Operation[] = [
  {
    ...memberDefaults,
    method: 'GET',
    path: '/auth/sign-in-ways',
    id: 'getSignInWays',
    summary: 'The ways in that one has',
    callers: forOneself,
    successes: [
      {
        status: 200,
        description: 'Passkeys, the second factor, whether there is a password.',
        data: z.object({
          passkeys: atMost(PASSKEYS_MAX, passkeySchema),
          second_factor: z.object({ on: z.boolean(), recovery_codes_left: z.number().check(z.int(), z.nonnegative()) }),
          has_password: z.boolean(),
        }),
        example: { passkeys: [example], second_factor: { on: false, recovery_codes_left: 0 }, has_password: true },
      },
    ],
  },
  {
    ...visitorDefaults,
    path: '/auth/passkeys/sign-in/options',
    id: 'beginPasskeySignIn',
    summary: 'Begin to sign in with a passkey',
    callers: 'anybody.',
    successes: [options],
    limits: ['passkey'],
  },
  {
    ...visitorDefaults,
    access: 'cookie',
    path: '/auth/passkeys/sign-in',
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    callers: 'who has begun it in this browser within ten minutes.',
    body: { schema: passkeySignInSchema, example: { response: { ...credential, response: signed } } },
    successes: [signedIn],
    failures: [accountErrors.passkeyTooLate(), accountErrors.passkeyRefused()],
    limits: ['passkey'],
  },
  {
    ...memberDefaults,
    method: 'POST',
    path: '/auth/passkeys/options',
    id: 'beginPasskey',
    summary: 'Begin to add a passkey',
    details: presenceRule,
    callers: forOneself,
    body: { schema: presenceSchema, example: {}, optional: true },
    sameOrigin: true,
    successes: [options],
    failures: [...presenceFailures, accountErrors.passkeysFull()],
    limits: ['signIn'],
  },
  {
    ...memberDefaults,
    method: 'POST',
    path: '/auth/passkeys',
    id: 'addPasskey',
    summary: 'Add a passkey',
    callers: 'who has begun it in this browser within ten minutes.',
    body: { schema: addPasskeySchema, example: { name: 'My phone', response: { ...credential, response: made } } },
    sameOrigin: true,
    successes: [{ status: 201, description: 'The passkey.', data: passkeySchema, example }],
    failures: [
      accountErrors.passkeyTooLate(),
      accountErrors.passkeyNotAdded(),
      accountErrors.passkeyKnown(),
      accountErrors.passkeysFull(),
      hiddenCharacters,
    ],
  },
  {
    ...memberDefaults,
    method: 'PUT',
    path: '/auth/passkeys/:id',
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    callers: forOneself,
    pathDescriptions: pathDescriptions,
    body: { schema: renamePasskeySchema, example: { name: 'My old phone' } },
    successes: [{ status: 200, description: 'It has that name.', data: nothing, example: {} }],
    failures: [failed(404), hiddenCharacters],
  },
  {
    ...memberDefaults,
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    id: 'removePasskey',
    summary: 'Remove a passkey',
    callers: forOneself,
    pathDescriptions: pathDescriptions,
    successes: [{ status: 200, description: 'It opens nothing any more.', data: nothing, example: {} }],
    failures: [failed(404), accountErrors.passkeyLastWayIn()],
  },
  {
    ...memberDefaults,
    method: 'POST',
    path: '/auth/second-factor',
    id: 'beginSecondFactor',
    summary: 'Begin to use an authenticator app',
    details: presenceRule,
    callers: forOneself,
    body: { schema: presenceSchema, example: {}, optional: true },
    sameOrigin: true,
    successes: [
      {
        status: 200,
        description: 'The secret, as text and as an address for a QR code.',
        data: z.object({ secret: z.string(), uri: z.string() }),
        example: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Kith:ana%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Kith' },
      },
    ],
    failures: [...presenceFailures, accountErrors.secondFactorOn()],
    limits: ['signIn'],
  },
  {
    ...memberDefaults,
    method: 'POST',
    path: '/auth/second-factor/confirm',
    id: 'confirmSecondFactor',
    summary: 'Show that the app is set up',
    callers: forOneself,
    body: { schema: confirmCodeSchema, example: { code: '123 456' } },
    sameOrigin: true,
    successes: [recoveryCodes],
    failures: [...wrongCodes, accountErrors.secondFactorOn(), accountErrors.secondFactorOff(), accountErrors.codeTooLate()],
    limits: ['code'],
  },
  {
    ...memberDefaults,
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    id: 'renewRecoveryCodes',
    summary: 'Make new recovery codes',
    details: 'The old ones are void. It takes the password, where there is one, and a code.',
    callers: forOneself,
    body: { schema: codeAndPresenceSchema, example: { current_password: 'correct horse 7', code: '123 456' } },
    sameOrigin: true,
    successes: [recoveryCodes],
    failures: [...presenceFailures, ...wrongCodes, accountErrors.secondFactorOff()],
    limits: ['signIn', 'code'],
  },
  {
    ...memberDefaults,
    method: 'POST',
    path: '/auth/second-factor/off',
    id: 'endSecondFactor',
    summary: 'Sign in without a code again',
    details: 'It takes the password, where there is one, and a code.',
    callers: forOneself,
    body: { schema: codeAndPresenceSchema, example: { current_password: 'correct horse 7', code: '123 456' } },
    sameOrigin: true,
    successes: [{ status: 200, description: 'It is off.', data: nothing, example: {} }],
    failures: [...presenceFailures, ...wrongCodes, accountErrors.secondFactorOff()],
    limits: ['signIn', 'code'],
  },
  {
    ...visitorDefaults,
    access: 'cookie',
    path: '/auth/second-factor/sign-in',
    id: 'signInWithCode',
    summary: 'The code after the password',
    callers: 'who has proved the first factor in this browser within ten minutes.',
    body: { schema: codeSignInSchema, example: { code: '123 456', session: 'token' } },
    successes: [signedIn],
    failures: [...wrongCodes, accountErrors.codeTooLate(), accountErrors.codeTooOftenHere(), accountErrors.secondFactorOff()],
    limits: ['code'],
  },
  {
    tag: 'Ways to sign in',
    method: 'GET',
    access: 'anyone',
    path: '/auth/providers',
    id: 'listProviders',
    summary: 'Identity providers of this server',
    callers: 'anybody.',
    successes: [
      {
        status: 200,
        description: 'One, or none.',
        data: listOf(1, z.object({ id: z.literal('google'), name: z.string() })),
        example: { items: [{ id: 'google', name: 'Google' }] },
      },
    ],
  },
  {
    tag: 'Ways to sign in',
    method: 'GET',
    access: 'anyone',
    sameOrigin: true,
    path: '/auth/google/start',
    id: 'startProviderSignIn',
    summary: 'Begin to sign in with the identity provider',
    callers: 'anybody, from a page of this server.',
    query: { invite: { description: 'The token of an invitation that one came by.', schema: z.string() } },
    successes: [
      {
        status: 200,
        description: 'Where to go.',
        data: z.object({ url: z.string() }),
        example: { url: 'https://accounts.google.com/o/oauth2/v2/auth?…' },
      },
    ],
    failures: [providerErrors.notConfigured(), providerErrors.misconfigured(), providerErrors.unavailable()],
    limits: ['provider'],
  },
  {
    ...visitorDefaults,
    access: 'cookie',
    path: '/auth/google/callback',
    id: 'finishProviderSignIn',
    summary: 'Come back from the identity provider',
    callers: 'who has begun it in this browser.',
    body: { schema: providerCallbackSchema, example: { query: 'code=4%2F0A…&state=…' } },
    successes: [signedIn],
    failures: [
      providerErrors.notConfigured(),
      providerErrors.denied(),
      providerErrors.failed(),
      providerErrors.addressUnproved(),
      providerErrors.addressHasAccount(),
      providerErrors.misconfigured(),
      providerErrors.unavailable(),
      accountErrors.signUpClosed(),
      accountErrors.invitationNeeded(),
      codeNeeded,
    ],
    limits: ['token'],
  },
  ...(['process-profile-image', 'retry-google-profile'] as const).map(
    (path): Operation => ({
      ...memberDefaults,
      method: 'POST',
      path: `/oauth/${path}`,
      id: path === 'process-profile-image' ? 'takeProviderPicture' : 'retryProviderPicture',
      summary: 'Take the picture that the identity provider has of one',
      details: path === 'process-profile-image' ? 'Where one has no photo yet.' : 'Also in place of the photo that one has.',
      callers: forOneself,
      successes: [
        {
          status: 200,
          description: 'Whether it was taken.',
          data: z.object({ processed: z.boolean(), profile_image_url: z.nullable(z.string()) }),
          example: { processed: false, profile_image_url: null },
        },
      ],
      failures: [providerErrors.notConfigured()],
      limits: ['providerPicture'],
    }),
  ),
];
