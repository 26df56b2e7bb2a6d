import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../schemas/base/refusal.ts';
import { INTEREST_MAX, INTERESTS_MAX } from '../../../schemas/profiles/profile-limits.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { commonText } from '../../text/common.ts';
import { profileText } from '../../text/profiles.ts';
import { addInterest, profileFieldError, removeInterest, takesInterests, writeProfileField } from './write-profile.ts';

const ana = randomUUID();
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['profiles'])
  .extend('profile', { auto: true }, ({ store }) =>
    store.storeRow('profiles', {
      id: ana,
      name: 'Ana Ribeiro',
      bio: '',
      location: 'Porto',
      interests: ['Choir'],
      profile_image_url: null,
      created_at: '2026-01-01T00:00:00.000Z',
    }),
  );

test('a field is trimmed and pending; an unchanged value is not written', async ({ store }) => {
  const row = async () => (await store.collections.profiles.findOne(ana).exec())?.toJSON();
  expect((await writeProfileField(store, 'location', ' Porto ')).allowed).toBe(true);
  expect(await row()).toMatchObject({ location: 'Porto', pending: 0 });
  expect((await writeProfileField(store, 'bio', '  Slow mornings.\n')).allowed).toBe(true);
  expect(await row()).toMatchObject({ bio: 'Slow mornings.', name: 'Ana Ribeiro', pending: 1 });
  expect(await writeProfileField(store, 'name', ' ')).toEqual(refuse('INVALID'));
});

test('a field error is a readable message', () => {
  expect(profileFieldError('name', ' ​ ')).toBe(commonText.nameRequired);
  expect(profileFieldError('name', 'Ana‮')).toBe(answerWording.HIDDEN_CHARACTERS);
  expect(profileFieldError('bio', '')).toBeNull();
  expect(profileFieldError('bio', 'x\0')).toBe(profileText.unstorable);
});

test('an interest is added once regardless of case, never blank or too long, and only up to the limit', async ({ store }) => {
  const interests = async () => (await store.collections.profiles.findOne(ana).exec())?.interests;
  expect((await addInterest(store, ' Soup ')).allowed).toBe(true);
  expect((await addInterest(store, 'choir')).allowed).toBe(true);
  expect(await interests()).toEqual(['Choir', 'Soup']);
  expect(await addInterest(store, '  ')).toEqual(refuse('INVALID'));
  expect(await addInterest(store, 'x'.repeat(INTEREST_MAX + 1))).toEqual(refuse('INVALID'));
  expect((await removeInterest(store, 'Choir')).allowed).toBe(true);
  expect(await interests()).toEqual(['Soup']);
  for (let n = 1; n < INTERESTS_MAX; n += 1) await addInterest(store, `Interest ${n}`);
  expect(takesInterests((await interests())?.length ?? 0)).toBe(false);
  expect(await addInterest(store, 'One more')).toEqual(refuse('INVALID'));
});
