/** Describes the operations of `sign-in-way-routes.ts` and of the identity provider's routes for the API document. */
import * as z from 'zod/mini';
import {
  addPasskeySchema,
  codeOnlySchema,
  codeSignInSchema,
  passkeySignInSchema,
  renamePasskeySchema,
} from '../../../schemas/account/passkey.ts';
import { providerCallbackSchema, providerStartSchema } from '../../../schemas/account/provider.ts';
import { PASSKEYS_MAX, RECOVERY_CODES } from '../../../schemas/account/sign-in-ways.ts';
import { timestampSchema, uuidSchema } from '../../../schemas/base/ids.ts';
import { atMost, created, listOf, success } from '../../api-document/common.ts';
import { exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { describeOperations, failed, hiddenCharacters, unusualCapitals } from '../../api-document/operation.ts';
import { accountErrors } from '../account-errors.ts';
import { addressRule, codeNeeded, notAdmitted, presenceFailures, presenceRule, signedIn } from '../account-operations.ts';
import { providerErrors } from '../provider/provider-errors.ts';

const passkeySchema = component(
  'Passkey',
  z.object({
    id: uuidSchema,
    name: z.string(),
    backed_up: note(
      z.boolean(),
      'True if the passkey is synchronised, for example by a password manager, and so works on more than one device.',
    ),
    created_at: timestampSchema,
    last_used_at: z.nullable(timestampSchema),
  }),
  'A passkey of your account.',
);
const example = { id: exampleId.passkey, name: 'My phone', backed_up: true, created_at: exampleTime, last_used_at: null };
/** What a browser’s `navigator.credentials` takes. */
const webauthnOptions = component('WebAuthnOptions', z.looseObject({ challenge: z.string() }), 'Options for WebAuthn, as JSON.');
/** What a browser needs for a ceremony with a passkey. */
export const passkeyOptions = success('Options for the browser.', webauthnOptions, { challenge: 'c2FtcGxl' });
/** Where the browser goes to sign in at the identity provider. Each operation has its own schema, so that it has its own name. */
export const providerUrl = () =>
  success('The URL to open in the browser.', z.object({ url: z.string() }), { url: 'https://accounts.google.com/o/oauth2/v2/auth?…' });
const credential = { id: 'a2V5', rawId: 'a2V5', type: 'public-key' };
const signed = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' };
const made = { clientDataJSON: 'e30', attestationObject: 'AA', transports: ['internal'] };
const recoveryCodes = success(
  'The recovery codes. Each works once, in place of a code of the app.',
  component(
    'RecoveryCodes',
    z.object({ recovery_codes: atMost(RECOVERY_CODES, z.string()) }),
    'The server stores only hashes, so these codes are shown once.',
  ),
  { recovery_codes: ['7f3k-9m2p'] },
);
const wrongCodes = [
  accountErrors.codeWrong('code'),
  accountErrors.codeWrong('recovery'),
  accountErrors.codeUsed(),
  accountErrors.codeTooOften(3600),
];

const visitor = { access: 'anyone', sameOrigin: true } as const;
const providerStart = {
  ...visitor,
  callers: 'Anybody, from a page of this server.',
  failures: [providerErrors.notConfigured(), providerErrors.misconfigured(), providerErrors.unavailable()],
  limits: ['provider'],
} as const;
const providerPicture = () =>
  ({
    summary: 'Use the photo of the identity provider',
    success: success(
      'Whether the photo was taken over, and the address of your photo.',
      z.object({ processed: z.boolean(), profile_image_url: z.nullable(z.string()) }),
      { processed: false, profile_image_url: null },
    ),
    failures: [providerErrors.notConfigured()],
    limits: ['providerPicture'],
  }) as const;
const pathDescriptions = { id: 'The id of the passkey.' };

export const signInWayOperations = describeOperations('Ways to sign in', 'member', {
  'GET /auth/sign-in-ways': {
    id: 'getSignInWays',
    summary: 'List your ways to sign in',
    success: success(
      'Your passkeys, your second factor, whether you have a password, and the name of the identity provider that you can sign in with.',
      z.object({
        passkeys: atMost(PASSKEYS_MAX, passkeySchema),
        second_factor: z.object({ on: z.boolean(), recovery_codes_left: z.number().check(z.int(), z.nonnegative()) }),
        has_password: z.boolean(),
        provider: z.nullable(z.string()),
      }),
      { passkeys: [example], second_factor: { on: false, recovery_codes_left: 0 }, has_password: true, provider: null },
    ),
  },
  'POST /auth/passkeys/sign-in/options': {
    ...visitor,
    id: 'beginPasskeySignIn',
    summary: 'Start signing in with a passkey',
    success: passkeyOptions,
    limits: ['passkey'],
  },
  'POST /auth/passkeys/sign-in': {
    access: 'cookie',
    sameOrigin: true,
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    callers: 'Anybody who got the options in this browser in the last ten minutes. Returns 403 otherwise.',
    body: { schema: passkeySignInSchema, example: { response: { ...credential, response: signed } } },
    success: signedIn,
    failures: [accountErrors.passkeyTooLate(), accountErrors.passkeyRefused()],
    limits: ['passkey'],
  },
  'POST /auth/passkeys/options': {
    id: 'beginPasskey',
    summary: 'Start adding a passkey',
    details: presenceRule,
    sameOrigin: true,
    success: passkeyOptions,
    failures: [...presenceFailures, accountErrors.passkeysFull()],
  },
  'POST /auth/passkeys': {
    id: 'addPasskey',
    summary: 'Add a passkey',
    callers: 'Anybody who got the options in this browser in the last ten minutes. Returns 403 otherwise.',
    body: { schema: addPasskeySchema, example: { name: 'My phone', response: { ...credential, response: made } } },
    sameOrigin: true,
    success: created('The passkey.', passkeySchema, example),
    failures: [
      accountErrors.passkeyTooLate(),
      accountErrors.passkeyNotAdded(),
      accountErrors.passkeyKnown(),
      accountErrors.passkeysFull(),
      hiddenCharacters,
    ],
  },
  'PUT /auth/passkeys/:id': {
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    details: presenceRule,
    pathDescriptions,
    body: { schema: renamePasskeySchema, example: { name: 'My old phone' } },
    success: success('The passkey has the new name.'),
    failures: [...presenceFailures, failed(404), hiddenCharacters],
  },
  'DELETE /auth/passkeys/:id': {
    id: 'removePasskey',
    summary: 'Remove a passkey',
    details: presenceRule,
    pathDescriptions,
    success: success('The passkey no longer works.'),
    failures: [...presenceFailures, failed(404), accountErrors.passkeyLastWayIn()],
  },
  'POST /auth/second-factor': {
    id: 'beginSecondFactor',
    summary: 'Start setting up an authenticator app',
    details: `${presenceRule} ${addressRule}`,
    sameOrigin: true,
    success: success('The secret, as text and as a URI for a QR code.', z.object({ secret: z.string(), uri: z.string() }), {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Kith:ana%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Kith',
    }),
    failures: [...presenceFailures, accountErrors.addressUnproved(), accountErrors.secondFactorOn()],
  },
  'POST /auth/second-factor/confirm': {
    id: 'confirmSecondFactor',
    summary: 'Turn the second factor on',
    details: 'Takes a code of the authenticator app.',
    body: { schema: codeOnlySchema, example: { code: '123 456' } },
    sameOrigin: true,
    success: recoveryCodes,
    failures: [...wrongCodes, accountErrors.secondFactorOn(), accountErrors.secondFactorOff(), accountErrors.codeTooLate()],
    limits: ['code'],
  },
  'POST /auth/second-factor/recovery-codes': {
    id: 'renewRecoveryCodes',
    summary: 'Renew the recovery codes',
    details: `Takes a code. The old recovery codes stop working. ${presenceRule}`,
    body: { schema: codeOnlySchema, example: { code: '123 456' } },
    sameOrigin: true,
    success: recoveryCodes,
    failures: [...presenceFailures, ...wrongCodes, accountErrors.secondFactorOff()],
    limits: ['code'],
  },
  'POST /auth/second-factor/off': {
    id: 'endSecondFactor',
    summary: 'Turn the second factor off',
    details: `Takes a code. ${presenceRule}`,
    body: { schema: codeOnlySchema, example: { code: '123 456' } },
    sameOrigin: true,
    success: success('The second factor is off.'),
    failures: [...presenceFailures, ...wrongCodes, accountErrors.secondFactorOff()],
    limits: ['code'],
  },
  'POST /auth/second-factor/sign-in': {
    access: 'cookie',
    sameOrigin: true,
    id: 'signInWithCode',
    summary: 'Sign in with a code',
    callers: 'Anybody who got `CODE_NEEDED` in this browser in the last ten minutes. Returns 403 otherwise.',
    body: { schema: codeSignInSchema, example: { code: '123 456', session: 'token' } },
    success: signedIn,
    failures: [...wrongCodes, accountErrors.codeTooLate(), accountErrors.codeTooOftenHere(), accountErrors.secondFactorOff()],
    limits: ['code'],
  },
  'GET /auth/providers': {
    access: 'anyone',
    id: 'listProviders',
    summary: 'List identity providers',
    success: success(
      'The identity provider of this server, if there is one.',
      listOf(1, z.object({ id: z.literal('google'), name: z.string() })),
      { items: [{ id: 'google', name: 'Google' }] },
    ),
  },
  'GET /auth/google/start': {
    ...providerStart,
    success: providerUrl(),
    id: 'startProviderSignIn',
    summary: 'Start signing in with the identity provider',
  },
  'POST /auth/google/start': {
    ...providerStart,
    success: providerUrl(),
    id: 'startInvitedProviderSignIn',
    summary: 'Start signing in with the identity provider, by invitation',
    details: '`invite` is the token of an invitation link, for servers that admit invited people only.',
    body: { schema: providerStartSchema, example: { invite: 'q3Hn…' } },
  },
  'POST /auth/google/callback': {
    access: 'cookie',
    sameOrigin: true,
    id: 'finishProviderSignIn',
    summary: 'Finish signing in with the identity provider',
    callers: 'Anybody who began to sign in in this browser.',
    body: { schema: providerCallbackSchema, example: { query: 'code=4%2F0A…&state=…' } },
    success: signedIn,
    failures: [
      providerErrors.notConfigured(),
      providerErrors.denied(),
      providerErrors.failed(),
      providerErrors.addressUnproved(),
      providerErrors.addressHasAccount(),
      providerErrors.misconfigured(),
      providerErrors.unavailable(),
      ...notAdmitted,
      unusualCapitals,
      codeNeeded,
    ],
    limits: ['token'],
  },
  'POST /oauth/process-profile-image': {
    ...providerPicture(),
    id: 'takeProviderPicture',
    details: 'Does nothing if you have a photo.',
  },
  'POST /oauth/retry-google-profile': {
    ...providerPicture(),
    id: 'retryProviderPicture',
    details: 'Replaces the photo that you have.',
  },
});
