/**
 * Sends, answers and takes back friend invitations, in the local store only. The rules are checked against the rows on this device. Some
 * facts only the server knows: whether the other circle is full, and whether an address has an account. Those come back later as a refusal.
 */
import { v7 as uuid } from 'uuid';
import { emailSchema } from '../../../../schemas/account/account.ts';
import { refuse, type Verdict } from '../../../../schemas/base/refusal.ts';
import { MAX_DIRECT_FRIENDS } from '../../../../schemas/friends/friend-limits.ts';
import type { Invitation } from '../../../../schemas/friends/invitation.ts';
import { FIRST_INVITATIONS, FIRST_INVITATIONS_DAYS, INVITATIONS_PER_DAY } from '../../../../schemas/friends/invitation-limits.ts';
import { checkCancel, checkInvite, checkRespond, checkWait, type InviteFacts } from '../../../../schemas/friends/invitation-rules.ts';
import type { LocalStore } from '../../../data/store/local-store.tsx';
import { change, insert, type NewRow, remove } from '../../../data/store/local-write.ts';
import { readOwnPerson } from '../../people/own-person.ts';
import { typedMember } from './invite-email.ts';

const DAY = 24 * 60 * 60 * 1000;
const within = (days: number, now: number) => (row: Invitation) => now - Date.parse(row.created_at) < days * DAY;

/** The recipient: an e-mail address, or a member. */
type Invited = { readonly email: string } | { readonly member: string; readonly name: string; readonly imageUrl: string | null };

async function readInviteFacts(store: LocalStore, to: Invited): Promise<InviteFacts> {
  const [contacts, friends, invitations] = await Promise.all([
    store.collections.contacts.find().exec(),
    store.collections.friends.find({ selector: { user_id: store.userId } }).exec(),
    store.collections.invitations.find({ selector: { kind: 'friend' } }).exec(),
  ]);
  const now = store.clock.now();
  const member = 'member' in to ? to.member : contacts.find((contact) => contact.email === to.email)?.id;
  const sent = invitations.filter((invitation) => invitation.inviter_id === store.userId);
  const received = invitations.filter((invitation) => invitation.inviter_id !== store.userId);
  const isSent = (row: Invitation) => ('member' in to ? row.receiver_user_id === to.member : row.invited_email === to.email);
  const isReceived = (row: Invitation) => ('member' in to ? row.inviter_id === to.member : row.inviter_email === to.email);
  return {
    inviterId: store.userId,
    isSelf: member === store.userId,
    alreadyFriends: friends.some((friend) => friend.friend_id === member),
    alreadySent: sent.some((row) => row.status === 'pending' && isSent(row)),
    alreadyReceived: received.some((row) => row.status === 'pending' && isReceived(row)),
    sentToday: sent.filter(within(1, now)).length,
    perDay: INVITATIONS_PER_DAY,
    byAddress: 'email' in to,
    ownFriends: friends.length,
    sentToAddresses: sent.filter(within(FIRST_INVITATIONS_DAYS, now)).filter(({ invited_email }) => invited_email !== null).length,
    firstInvitations: FIRST_INVITATIONS,
  };
}

async function invite(store: LocalStore, to: Invited, id: string): Promise<Verdict> {
  const verdict = checkInvite(store, await readInviteFacts(store, to));
  if (!verdict.allowed) return verdict;
  const own = await readOwnPerson(store);
  const contact = await store.collections.contacts.findOne(store.userId).exec();
  const invitation: NewRow<'invitations'> = {
    id,
    kind: 'friend',
    inviter_id: store.userId,
    inviter_name: own.name,
    inviter_email: contact?.email ?? null,
    inviter_profile_image_url: own.imageUrl,
    invited_email: 'email' in to ? to.email : null,
    receiver_user_id: 'member' in to ? to.member : null,
    receiver_name: 'member' in to ? to.name || null : null,
    receiver_profile_image_url: 'member' in to ? to.imageUrl : null,
    group_id: null,
    group_name: null,
    status: 'pending',
    seat: null,
    waits_for_seat: false,
  };
  await insert(store, 'invitations', invitation);
  return verdict;
}

/** The id for a new invitation. A form that shows what became of the invitation chooses the id itself. */
export const newInvitationId = (): string => uuid();

/** Invites the address, whether or not it has an account yet, or the member with this id. `typed` is the unchanged text of the field. */
export async function inviteByEmail(store: LocalStore, typed: string, id = newInvitationId()): Promise<Verdict> {
  const member = typedMember(typed);
  if (member !== undefined) {
    const stored = await store.collections.profiles.findOne(member).exec();
    return inviteMember(store, { id: member, name: stored?.name ?? '', imageUrl: stored?.profile_image_url ?? null }, id);
  }
  const email = emailSchema.safeParse(typed);
  return email.success ? invite(store, { email: email.data }, id) : refuse('INVALID');
}

/** Invites another member. The row shows this name and picture until the server sends its own. */
export function inviteMember(
  store: LocalStore,
  member: { readonly id: string; readonly name: string; readonly imageUrl: string | null },
  id = newInvitationId(),
): Promise<Verdict> {
  return invite(store, { member: member.id, name: member.name, imageUrl: member.imageUrl }, id);
}

/** Accepts or declines an invitation that the signed-in member received. */
export async function respondToInvitation(store: LocalStore, id: string, answer: 'accepted' | 'declined'): Promise<Verdict> {
  const [invitation, friends] = await Promise.all([
    store.collections.invitations.findOne(id).exec(),
    store.collections.friends.find({ selector: { user_id: store.userId } }).exec(),
  ]);
  const verdict = checkRespond(answer, {
    received: invitation !== null && invitation.inviter_id !== store.userId,
    status: invitation?.status ?? 'pending',
    ownFriends: friends.length,
    // Only the server knows whether the other circle is full.
    theirFriends: 0,
    maxFriends: MAX_DIRECT_FRIENDS,
  });
  if (verdict.allowed) await change(store, 'invitations', id, { status: answer });
  return verdict;
}

/** Asks to be notified once the inviter of a received invitation has a free seat. */
export async function waitForSeat(store: LocalStore, id: string): Promise<Verdict> {
  const invitation = await store.collections.invitations.findOne(id).exec();
  const received = invitation !== null && invitation.inviter_id !== store.userId;
  const verdict = checkWait({ received, status: invitation?.status ?? 'pending' });
  if (verdict.allowed) await change(store, 'invitations', id, { waits_for_seat: true });
  return verdict;
}

/** Takes back an invitation that the signed-in member sent. */
export async function cancelInvitation(store: LocalStore, id: string): Promise<Verdict> {
  const invitation = await store.collections.invitations.findOne(id).exec();
  const verdict = checkCancel({ sent: invitation?.inviter_id === store.userId, status: invitation?.status ?? 'pending' });
  if (verdict.allowed) await remove(store, 'invitations', id);
  return verdict;
}
