/** Describes the routes of `profile-routes.ts`, and those that export or delete a whole account, for the API document. */
import * as z from 'zod/mini';
import { deleteAccountSchema, displayNameSchema, PROFILE_NAME_MAX } from '../../../schemas/account/account.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { profileSchema, themeSchema } from '../../../schemas/profiles/profile.ts';
import { accountErrors } from '../../accounts/account-errors.ts';
import { nothing } from '../../api-document/common.ts';
import { anaAsPerson, exampleId, exampleTime } from '../../api-document/examples.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { failed, hiddenCharacters, type Operation, refused } from '../../api-document/operation.ts';
import { updateProfileSchema } from './profile-routes.ts';

note(displayNameSchema, `Trimmed; 1 to ${PROFILE_NAME_MAX} UTF-16 code units, all of them to be seen.`);
const wholeProfile = component(
  'Profile',
  z.extend(profileSchema, {
    display_name: displayNameSchema,
    email: note(z.nullable(z.string()), 'For oneself and direct friends; null for others.'),
  }),
  'A member as their network sees them. `name` and `display_name` are one value.',
);
const ownProfile = component('OwnProfile', z.extend(wholeProfile, { theme: themeSchema }), 'Oneself.');

const example = {
  id: exampleId.ana,
  name: 'Ana',
  bio: 'Bakes, walks, reads.',
  location: 'Porto',
  interests: ['plum cake', 'hills'],
  profile_image_url: anaAsPerson.profile_image_url,
  created_at: exampleTime,
  display_name: 'Ana',
  email: 'ana@example.com',
};
const ofProfile = { tag: 'Profiles', access: 'member' } as const;
const own = { status: 200, data: ownProfile, example: { ...example, theme: 'system' } } as const;

export const profileOperations: readonly Operation[] = [
  {
    ...ofProfile,
    method: 'GET',
    path: '/profiles/me',
    id: 'getOwnProfile',
    summary: 'Oneself',
    callers: 'any member.',
    successes: [{ ...own, description: 'The profile with its theme.' }],
    failures: refused('NOT_FOUND'),
  },
  {
    ...ofProfile,
    method: 'PUT',
    path: '/profiles/me',
    id: 'changeOwnProfile',
    summary: 'Change what one says of oneself',
    details: 'What is left out stays. `profile_image_url` names an image of one’s own (`/api/images/<id>`), or null.',
    callers: 'any member, for themselves.',
    body: { schema: updateProfileSchema, example: { bio: example.bio, theme: 'dark' } },
    repeatable: 'key',
    successes: [{ ...own, description: 'The profile as it is now.' }],
    failures: [...refused('NOT_FOUND', 'INVALID'), hiddenCharacters],
  },
  {
    ...ofProfile,
    method: 'GET',
    path: '/profiles/:id',
    id: 'getProfile',
    summary: 'Somebody',
    callers:
      'within two steps the whole profile; name and image alone for those whom one meets elsewhere, as below a common friend’s post. Others do not exist.',
    pathDescriptions: { id: 'The member.' },
    successes: [
      {
        status: 200,
        description: 'The profile, or the person.',
        data: z.union([wholeProfile, personSchema]),
        example: { ...example, email: null },
      },
    ],
    failures: refused('NOT_FOUND'),
  },
  {
    ...ofProfile,
    method: 'DELETE',
    path: '/profiles/me',
    id: 'deleteAccount',
    summary: 'Delete one’s account',
    details: 'With everything in it, at once and for good. Who signed in within the last five minutes need not send the present password.',
    callers: 'any member, for themselves.',
    body: { schema: deleteAccountSchema, example: { confirmation: 'DELETE', current_password: 'correct horse 7' } },
    successes: [{ status: 200, description: 'It is gone; so are all of its sessions.', data: nothing, example: {} }],
    failures: [accountErrors.currentPasswordMissing(), accountErrors.currentPasswordWrong(), failed(404)],
    limits: ['signIn'],
  },
];
