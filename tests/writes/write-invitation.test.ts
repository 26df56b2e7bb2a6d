import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { friendRowId, MAX_DIRECT_FRIENDS } from '../../schemas/friends/friend.ts';
import { INVITATIONS_PER_DAY, type Invitation } from '../../schemas/friends/invitation.ts';
import { refuse } from '../../schemas/protocol/refusal.ts';
import { cancelInvitation, inviteByEmail, inviteMember, respondToInvitation } from '../../src/features/friends/write-invitation.ts';
import { openTestStore, type TestStore } from '../support/local-store.ts';

const ana = randomUUID();
const ben = randomUUID();
const actor = { userId: ana };
let store: TestStore;

beforeEach(async () => {
  store = await openTestStore(ana, ['contacts', 'friends', 'invitations', 'profiles']);
  await store.hold('contacts', { id: ana, email: 'ana@kith.example' });
});
afterEach(() => store.close());

const befriend = async (friend_id: string) =>
  store.hold('friends', { id: friendRowId(ana, friend_id), user_id: ana, friend_id, created_at: '2026-01-01T00:00:00.000Z' });
async function invitation(fields: Partial<Invitation>): Promise<string> {
  const id = randomUUID();
  await store.hold('invitations', {
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
    created_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  });
  return id;
}
const rows = () => store.collections.invitations.find().exec();

test('an invitation to an address waits to be sent', async () => {
  expect(await inviteByEmail(store, actor, ' Cleo@Kith.example ')).toEqual({ allowed: true });
  const [sent] = await rows();
  expect(sent?.toJSON()).toMatchObject({ inviter_id: ana, invited_email: 'cleo@kith.example', status: 'pending', unsent: 1 });
});

test.each([
  ['IN2', 'ANA@kith.example', 'OWN_ADDRESS', () => Promise.resolve()],
  [
    'IN3',
    'ben@kith.example',
    'ALREADY_FRIENDS',
    async (): Promise<void> => {
      await store.hold('contacts', { id: ben, email: 'ben@kith.example' });
      await befriend(ben);
    },
  ],
  ['IN4', 'cleo@kith.example', 'ALREADY_INVITED', (): Promise<unknown> => inviteByEmail(store, actor, 'cleo@kith.example')],
  ['IN5', 'ben@kith.example', 'INVITED_BY_THEM', (): Promise<unknown> => invitation({})],
] as const)('[%s] inviting %s is refused as %s', async (_rule, email, code, arrange) => {
  await arrange();
  const before = (await rows()).length;
  expect(await inviteByEmail(store, actor, email)).toEqual(refuse(code));
  expect(await rows()).toHaveLength(before);
});

const cleo = { id: randomUUID(), name: 'Cleo', imageUrl: null };

test('an invitation to a member names them, and no address', async () => {
  expect(await inviteMember(store, actor, cleo)).toEqual({ allowed: true });
  const [sent] = await rows();
  expect(sent?.toJSON()).toMatchObject({ receiver_user_id: cleo.id, receiver_name: 'Cleo', invited_email: null, unsent: 1 });
});

test.each([
  ['IN2', ana, 'OWN_ADDRESS', () => Promise.resolve()],
  ['IN3', ben, 'ALREADY_FRIENDS', (): Promise<unknown> => befriend(ben)],
  ['IN4', cleo.id, 'ALREADY_INVITED', (): Promise<unknown> => inviteMember(store, actor, cleo)],
  ['IN5', ben, 'INVITED_BY_THEM', (): Promise<unknown> => invitation({})],
] as const)('[%s] a member is not invited: %s %s', async (_rule, id, code, arrange) => {
  await arrange();
  const before = (await rows()).length;
  expect(await inviteMember(store, actor, { id, name: 'Somebody', imageUrl: null })).toEqual(refuse(code));
  expect(await rows()).toHaveLength(before);
});

test('[IN6] a day holds so many', async () => {
  for (let n = 0; n < INVITATIONS_PER_DAY; n++) await inviteByEmail(store, actor, `friend${n}@kith.example`);
  expect(await inviteByEmail(store, actor, 'one-more@kith.example')).toEqual(refuse('TOO_MANY_INVITATIONS'));
});

test('[IN7] [IN8] only what one received is answered, and once', async () => {
  const received = await invitation({});
  expect(await respondToInvitation(store, actor, received, 'accepted')).toEqual({ allowed: true });
  expect(await respondToInvitation(store, actor, received, 'declined')).toEqual(refuse('INVITATION_ANSWERED'));
  const sent = await invitation({ inviter_id: ana, invited_email: 'cleo@kith.example' });
  expect(await respondToInvitation(store, actor, sent, 'accepted')).toEqual(refuse('INVITATION_NOT_FOUND'));
});

test('[IN9] a full circle declines, but does not accept', async () => {
  for (let n = 0; n < MAX_DIRECT_FRIENDS; n++) await befriend(randomUUID());
  const received = await invitation({});
  expect(await respondToInvitation(store, actor, received, 'accepted')).toEqual(refuse('CIRCLE_FULL'));
  expect(await respondToInvitation(store, actor, received, 'declined')).toEqual({ allowed: true });
});

test('[IN10] one takes back what one sent, while it is pending', async () => {
  const sent = await invitation({ inviter_id: ana, invited_email: 'cleo@kith.example' });
  expect(await cancelInvitation(store, actor, sent)).toEqual({ allowed: true });
  expect(await rows()).toEqual([]);
  const received = await invitation({});
  expect(await cancelInvitation(store, actor, received)).toEqual(refuse('INVITATION_NOT_FOUND'));
});
