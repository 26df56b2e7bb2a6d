/** Describes the routes of `join-routes.ts` for the API document. */
import { joinOptionsSchema, joinSchema } from '../../../schemas/account/join.ts';
import { exampleId } from '../../api-document/examples.ts';
import { describeOperations, hiddenCharacters } from '../../api-document/operation.ts';
import { accountErrors } from '../account-errors.ts';
import { badPassword, codeNeeded, notAdmitted, signedIn } from '../account-operations.ts';
import { passkeyOptions } from '../ways-in/sign-in-way-operations.ts';

export const joinOperations = describeOperations('Account', 'member', {
  'POST /auth/invitations/join': {
    access: 'anyone',
    sameOrigin: true,
    id: 'joinByInvitation',
    summary: 'Sign up by the mail of an invitation',
    details:
      'Takes both parts of the link in the mail, the id of the invitation and the secret. The secret proves the address to which the mail went, so there is no second mail: the account is created with that address and signed in. Send either `password` or `passkey`. The invitation then waits for an answer. The secret works once and for 30 days, and not after the invitation was withdrawn.',
    callers: 'Anybody with the mail.',
    body: { schema: joinSchema, example: { token: exampleId.invitation, secret: 'q3Hn…', name: 'Ana', password: 'correct horse 7' } },
    success: signedIn,
    failures: [
      accountErrors.verificationLink('used'),
      accountErrors.verificationLink('unknown'),
      accountErrors.passkeyTooLate(),
      accountErrors.passkeyNotAdded(),
      accountErrors.passkeyKnown(),
      ...badPassword,
      ...notAdmitted,
      codeNeeded,
      hiddenCharacters,
    ],
    limits: ['token'],
  },
  'POST /auth/invitations/join/passkey-options': {
    access: 'anyone',
    sameOrigin: true,
    id: 'joinPasskeyOptions',
    summary: 'Get the options to sign up with a passkey',
    details:
      'For an invitation by mail. The browser makes the passkey with these options, and sends it with `POST /auth/invitations/join`.',
    callers: 'Anybody with the mail.',
    body: { schema: joinOptionsSchema, example: { token: exampleId.invitation, secret: 'q3Hn…', name: 'Ana' } },
    success: passkeyOptions,
    failures: [accountErrors.verificationLink('used'), accountErrors.verificationLink('unknown'), hiddenCharacters],
    limits: ['token'],
  },
});
