import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refuse } from '../../../../schemas/base/refusal.ts';
import { MAX_DIRECT_FRIENDS } from '../../../../schemas/friends/friend-limits.ts';
import { friendRowId } from '../../../../schemas/friends/friend-row-id.ts';
import type { Invitation } from '../../../../schemas/friends/invitation.ts';
import { FIRST_INVITATIONS, INVITATIONS_PER_DAY } from '../../../../schemas/friends/invitation-limits.ts';
import { test as storeTest } from '../../../../tests/support/fixtures/local-store.ts';
import type { TestStore } from '../../../../tests/support/local-store.ts';
import { cancelInvitation, inviteByEmail, inviteMember, respondToInvitation } from './write-invitation.ts';

const ana = randomUUID();
const ben = randomUUID();
const test = storeTest
  .override('userId', () => ana)
  .override('collections', () => ['contacts', 'friends', 'invitations', 'profiles'])
  .extend('contact', { auto: true }, ({ store }) => store.storeRow('contacts', { id: ana, email: 'ana@kith.example' }));

const befriend = async (store: TestStore, friend_id: string) =>
  store.storeRow('friends', { id: friendRowId(ana, friend_id), user_id: ana, friend_id, created_at: '2026-01-01T00:00:00.000Z' });
async function invitation(store: TestStore, fields: Partial<Invitation>): Promise<string> {
  const id = randomUUID();
  await store.storeRow('invitations', {
    id,
    kind: 'friend',
    inviter_id: ben,
    inviter_name: 'Ben',
    inviter_email: 'ben@kith.example',
    inviter_profile_image_url: null,
    invited_email: null,
    receiver_user_id: ana,
    receiver_name: null,
    receiver_profile_image_url: null,
    group_id: null,
    group_name: null,
    status: 'pending',
    seat: null,
    waits_for_seat: false,
    created_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  });
  return id;
}
const rows = (store: TestStore) => store.collections.invitations.find().exec();

test('an invitation to an address is pending', async ({ store }) => {
  expect(await inviteByEmail(store, ' Cleo@Kith.example ')).toEqual({ allowed: true });
  const [sent] = await rows(store);
  expect(sent?.toJSON()).toMatchObject({ inviter_id: ana, invited_email: 'cleo@kith.example', status: 'pending', pending: 1 });
});

test.for([
  ['IN2', 'ANA@kith.example', 'OWN_ADDRESS', () => Promise.resolve()],
  [
    'IN3',
    'ben@kith.example',
    'ALREADY_FRIENDS',
    async (store: TestStore): Promise<void> => {
      await store.storeRow('contacts', { id: ben, email: 'ben@kith.example' });
      await befriend(store, ben);
    },
  ],
  ['IN4', 'cleo@kith.example', 'ALREADY_INVITED', (store: TestStore): Promise<unknown> => inviteByEmail(store, 'cleo@kith.example')],
  ['IN5', 'ben@kith.example', 'INVITED_BY_THEM', (store: TestStore): Promise<unknown> => invitation(store, {})],
] as const)('[%s] inviting %s is refused as %s', async ([_rule, email, code, arrange], { store }) => {
  await arrange(store);
  const before = (await rows(store)).length;
  expect(await inviteByEmail(store, email)).toEqual(refuse(code));
  expect(await rows(store)).toHaveLength(before);
});

const cleo = { id: randomUUID(), name: 'Cleo', imageUrl: null };

test('an invitation to a member names the member and has no address', async ({ store }) => {
  expect(await inviteMember(store, cleo)).toEqual({ allowed: true });
  const [sent] = await rows(store);
  expect(sent?.toJSON()).toMatchObject({ receiver_user_id: cleo.id, receiver_name: 'Cleo', invited_email: null, pending: 1 });
});

test.for([
  ['IN2', ana, 'OWN_ADDRESS', () => Promise.resolve()],
  ['IN3', ben, 'ALREADY_FRIENDS', (store: TestStore): Promise<unknown> => befriend(store, ben)],
  ['IN4', cleo.id, 'ALREADY_INVITED', (store: TestStore): Promise<unknown> => inviteMember(store, cleo)],
  ['IN5', ben, 'INVITED_BY_THEM', (store: TestStore): Promise<unknown> => invitation(store, {})],
] as const)('[%s] a member is not invited: %s %s', async ([_rule, id, code, arrange], { store }) => {
  await arrange(store);
  const before = (await rows(store)).length;
  expect(await inviteMember(store, { id, name: 'Somebody', imageUrl: null })).toEqual(refuse(code));
  expect(await rows(store)).toHaveLength(before);
});

test('[IN6] the invitations per day are limited', async ({ store }) => {
  await befriend(store, ben);
  for (let n = 0; n < INVITATIONS_PER_DAY; n++) await inviteByEmail(store, `friend${n}@kith.example`);
  expect(await inviteByEmail(store, 'one-more@kith.example')).toEqual(refuse('TOO_MANY_INVITATIONS'));
});

test('[IN11] a member without friends invites few addresses a week; inviting members has no such limit', async ({ store }) => {
  const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString();
  await invitation(store, { inviter_id: ana, invited_email: 'long-ago@kith.example', receiver_user_id: null, created_at: weekAgo });
  for (let n = 0; n < FIRST_INVITATIONS; n++) expect(await inviteByEmail(store, `friend${n}@kith.example`)).toEqual({ allowed: true });
  expect(await inviteByEmail(store, 'one-more@kith.example')).toEqual(refuse('TOO_MANY_FIRST_INVITATIONS'));
  expect(await inviteMember(store, cleo)).toEqual({ allowed: true });
  await befriend(store, ben);
  expect(await inviteByEmail(store, 'one-more@kith.example')).toEqual({ allowed: true });
});

test('[IN7] [IN8] only a received invitation can be answered, and only once', async ({ store }) => {
  const received = await invitation(store, {});
  expect(await respondToInvitation(store, received, 'accepted')).toEqual({ allowed: true });
  expect(await respondToInvitation(store, received, 'declined')).toEqual(refuse('INVITATION_ANSWERED'));
  const sent = await invitation(store, { inviter_id: ana, invited_email: 'cleo@kith.example' });
  expect(await respondToInvitation(store, sent, 'accepted')).toEqual(refuse('INVITATION_NOT_FOUND'));
});

test('[IN9] a member with a full circle can decline but not accept', async ({ store }) => {
  for (let n = 0; n < MAX_DIRECT_FRIENDS; n++) await befriend(store, randomUUID());
  const received = await invitation(store, {});
  expect(await respondToInvitation(store, received, 'accepted')).toEqual(refuse('CIRCLE_FULL'));
  expect(await respondToInvitation(store, received, 'declined')).toEqual({ allowed: true });
});

test('[IN10] a sender takes back an invitation while it is pending', async ({ store }) => {
  const sent = await invitation(store, { inviter_id: ana, invited_email: 'cleo@kith.example' });
  expect(await cancelInvitation(store, sent)).toEqual({ allowed: true });
  expect(await rows(store)).toEqual([]);
  const received = await invitation(store, {});
  expect(await cancelInvitation(store, received)).toEqual(refuse('INVITATION_NOT_FOUND'));
});
