/** Describes the routes of `profile-routes.ts`, and those that export or delete a whole account, for the API document. */
import * as z from 'zod/mini';
import { deleteAccountSchema, displayNameSchema } from '../../../schemas/account/account.ts';
import { rareActsPerHour } from '../../../schemas/base/rare-acts.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { profile, themeSchema } from '../../../schemas/profiles/profile.ts';
import { presenceFailures, presenceRule } from '../../accounts/account-operations.ts';
import { success } from '../../api-document/common.ts';
import { component, note } from '../../api-document/json-schema.ts';
import { describeOperations, failed, hiddenCharacters, refused } from '../../api-document/operation.ts';
import { updateProfileSchema } from './profile-routes.ts';

note(displayNameSchema, 'Without invisible characters.');
const wholeProfile = component(
  'Profile',
  z.extend(profile.row, {
    display_name: displayNameSchema,
    email: note(z.nullable(z.string()), 'Null unless this is you or a direct friend.'),
  }),
  'A profile as friends and their friends see it. `name` and `display_name` have the same value.',
);
const ownProfile = component('OwnProfile', z.extend(wholeProfile, { theme: themeSchema }), 'Your own profile.');

const example = { ...profile.example, display_name: profile.example.name, email: 'ana@example.com' };
const own = { status: 200, data: ownProfile, example: { ...example, theme: 'system' } } as const;

export const profileOperations = describeOperations('Profiles', 'member', {
  'GET /profiles/me': {
    id: 'getOwnProfile',
    summary: 'Get your profile',
    success: { ...own, description: 'Your profile and theme.' },
    failures: refused('NOT_FOUND'),
  },
  'PUT /profiles/me': {
    id: 'changeOwnProfile',
    summary: 'Change your profile',
    details: `Fields that you leave out keep their values. \`profile_image_url\` names an image of yours (\`/api/images/<id>\`), or is null. Name and photo can each change ${rareActsPerHour.name} times an hour. Further changes return 429 with \`Retry-After\`.`,
    body: { schema: updateProfileSchema, example: { bio: example.bio, theme: 'dark' } },
    repeatable: 'key',
    success: { ...own, description: 'Your changed profile.' },
    failures: [...refused('NOT_FOUND', 'INVALID', 'TOO_MANY_SETTINGS'), hiddenCharacters],
  },
  'GET /profiles/:id': {
    id: 'getProfile',
    summary: 'Get a profile',
    callers:
      'Any member. Returns the whole profile of a friend or a friend of a friend. Returns only name and photo of members whom you meet elsewhere, for example in the comments on a friend’s post. Returns 404 otherwise.',
    pathDescriptions: { id: 'The id of the member.' },
    success: success('The profile, or only name and photo.', z.union([wholeProfile, personSchema]), { ...example, email: null }),
    failures: refused('NOT_FOUND'),
  },
  'DELETE /profiles/me': {
    id: 'deleteAccount',
    summary: 'Delete your account',
    details: `Deletes the account and everything in it, at once and permanently. ${presenceRule}`,
    body: { schema: deleteAccountSchema, example: { confirmation: 'DELETE' } },
    success: success('The account was deleted and all its sessions ended.'),
    failures: [...presenceFailures, failed(404)],
  },
});
