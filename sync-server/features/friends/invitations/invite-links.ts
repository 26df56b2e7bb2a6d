/**
 * Links that a member gives to anybody they like. Opening a link does not use it. Each account that it lets in uses it, in whichever
 * browser the address is confirmed, and so does a member who takes it. No person uses a link twice. The maker sees who came.
 *
 * A member who takes a link, and a newcomer who confirms in the browser in which the link was opened, also ask the maker to be friends. The
 * maker answers as they answer any request, or has answered beforehand: then the two are friends at once, if both have a free seat.
 *
 * Only a hash of the token is stored. A link works for some days and some people, and until its maker revokes it.
 */
import { allow, refuse, type Verdict } from '../../../../schemas/base/refusal.ts';
import type { InviteLink, MadeInviteLink } from '../../../../schemas/friends/invite-link.ts';
import {
  FRIEND_LINK_MINUTES,
  INVITE_LINK_DAYS,
  INVITE_LINKS_LISTED_MAX,
  INVITE_LINKS_MAX,
} from '../../../../schemas/friends/invite-link-limits.ts';
import { hashSecret } from '../../../accounts/secrets/secrets.ts';
import type { Newcomer } from '../../../accounts/sign-up/sign-up-gate.ts';
import type { Database, Tx } from '../../../db/pool/transaction.ts';
import type { CommandContext } from '../../../sync/command.ts';
import { befriendAtOnce } from './befriend-at-once.ts';
import { invite } from './invite.ts';

/** Members who have blocked the maker, or whom the maker blocks, are not named. */
const columns = (tx: Tx) => tx`
  id, uses, used, at_once, iso_time(created_at) as created_at, iso_time(expires_at) as expires_at, (
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by u.created_at, p.id), '[]')
    from invite_link_uses u join profiles p on p.id = u.user_id
    where u.link_id = invite_links.id and not blocked_between(invite_links.maker_id, p.id)
  ) as came`;

/** Makes a link with this id and token; null if the member has as many open links as allowed. */
export async function makeInviteLink(
  tx: Tx,
  makerId: string,
  { id, token, uses, atOnce }: { readonly id: string; readonly token: string; readonly uses: number; readonly atOnce: boolean },
): Promise<MadeInviteLink | null> {
  // Two links that are made at the same moment are counted one after the other.
  await tx`select from users where id = ${makerId} for no key update`;
  const { count } = await tx`select from invite_links where maker_id = ${makerId} and expires_at > now() and used < uses`;
  if (count >= INVITE_LINKS_MAX) return null;
  const [made] = await tx<InviteLink[]>`
    insert into invite_links (id, maker_id, hash, uses, at_once, expires_at)
    values (${id}, ${makerId}, ${hashSecret(token)}, ${uses}, ${atOnce},
      now() + ${atOnce ? tx`make_interval(mins => ${FRIEND_LINK_MINUTES})` : tx`make_interval(days => ${INVITE_LINK_DAYS})`})
    returning ${columns(tx)}`;
  if (!made) throw new Error('a link was not made');
  return { ...made, token };
}

/** A link of the member, also one that ended; undefined once it was revoked or forgotten. */
export async function inviteLinkOf(tx: Tx, makerId: string, id: string): Promise<InviteLink | undefined> {
  const [link] = await tx<InviteLink[]>`select ${columns(tx)} from invite_links where id = ${id} and maker_id = ${makerId}`;
  return link;
}

/** The member's links that still work, then those that are used up and would still work; newest first. */
export const listInviteLinks = (tx: Tx, makerId: string): Promise<InviteLink[]> => tx<InviteLink[]>`
  select ${columns(tx)} from invite_links
  where maker_id = ${makerId} and expires_at > now()
  order by used = uses, invite_links.created_at desc, id limit ${INVITE_LINKS_LISTED_MAX}`;

/** False if the member has no such link. Requests that came through it before stay pending. */
export async function revokeInviteLink(tx: Tx, makerId: string, id: string): Promise<boolean> {
  return (await tx`delete from invite_links where id = ${id} and maker_id = ${makerId}`).count > 0;
}

/** Ends links by which one of two people made the other a friend at once: who was removed does not come back by the same link. */
export async function endFriendLinksBetween(tx: Tx, one: string, other: string): Promise<void> {
  await tx`
    delete from invite_links l using invite_link_uses u
    where u.link_id = l.id and l.at_once
      and ((l.maker_id = ${one} and u.user_id = ${other}) or (l.maker_id = ${other} and u.user_id = ${one}))`;
}

/** Lets this address sign up while the link works. It asks the maker nothing yet, because anybody may type an address. */
export async function rememberInviteLink(tx: Tx, email: string, token: string): Promise<void> {
  await tx`
    insert into linked_sign_ups (email, link_id)
    select ${email}, id from invite_links where hash = ${hashSecret(token)} and expires_at > now() and used < uses
    on conflict do nothing`;
}

const openFor = (tx: Tx, email: string) => tx`
  l.id in (select s.link_id from linked_sign_ups s where s.email = ${email}) and l.expires_at > now() and l.used < l.uses`;

/** Whether somebody signed up with this address by a link that still works. */
export async function isLinked(tx: Tx, email: string): Promise<boolean> {
  return (await tx`select from invite_links l where ${openFor(tx, email)} limit 1`).count > 0;
}

/**
 * Lets in the owner of this new account by a link with which somebody signed up with their address: by the link of their own sign-up, if it
 * still works. The link is used then, whether or not its maker is asked. False if no link works.
 */
export async function admitByLink(tx: Tx, { userId, email, inviteHash }: Newcomer): Promise<boolean> {
  const links = await tx<{ id: string; own: boolean }[]>`
    select l.id, coalesce(l.hash = ${inviteHash}::bytea, false) as own from invite_links l where ${openFor(tx, email)}
    order by l.id for no key update`;
  const link = links.find(({ own }) => own) ?? links[0];
  if (link) await countUse(tx, link.id, userId);
  return link !== undefined;
}

/** Counts that this person has used a link, once. The link must be locked. */
async function countUse(tx: Tx, linkId: string, userId: string): Promise<void> {
  const { count } = await tx`insert into invite_link_uses (link_id, user_id) values (${linkId}, ${userId}) on conflict do nothing`;
  if (count > 0) await tx`update invite_links set used = used + 1 where id = ${linkId}`;
}

interface OpenLink {
  readonly id: string;
  readonly maker_id: string;
  readonly at_once: boolean;
}

/** The link with this hash, if it works for this person: a link that is used up works for those who have used it. Locks it until commit. */
async function lockOpenLink(tx: Tx, hash: Uint8Array, userId: string): Promise<OpenLink | undefined> {
  const [link] = await tx<OpenLink[]>`
    select l.id, l.maker_id, l.at_once from invite_links l
    where l.hash = ${hash} and l.expires_at > now()
      and (l.used < l.uses or exists (select from invite_link_uses u where u.link_id = l.id and u.user_id = ${userId}))
    for no key update`;
  return link;
}

/** Makes the actor and the maker friends, or asks the maker in the name of the actor. Counts the use. The link must be locked. */
async function follow(context: CommandContext, link: OpenLink): Promise<Verdict> {
  const { tx, actor } = context;
  const befriended = link.at_once && (await befriendAtOnce(context, link.maker_id));
  const verdict = befriended
    ? allow
    : await invite(context, { id: context.newId(), inviter_id: actor.userId, to: { member: link.maker_id } });
  if (verdict.allowed) await countUse(tx, link.id, actor.userId);
  return verdict;
}

/**
 * Lets a new account ask the maker of the link by which it came to be friends, if it was confirmed in the browser in which the link was
 * opened. Call it once the account and its profile exist, and `admitByLink` has run.
 */
export async function inviteMakerAfterSignUp(
  context: CommandContext,
  { userId, email, inviteHash, inSameBrowser }: Newcomer,
): Promise<void> {
  const link = inviteHash && inSameBrowser && (await lockOpenLink(context.tx, inviteHash, userId));
  if (link) await follow({ ...context, actor: { userId } }, link);
  await context.tx`delete from linked_sign_ups where email = ${email}`;
}

/**
 * Lets the actor, who is a member already, ask the maker of the link with this token. A member who has asked before is not counted again.
 */
export async function takeInviteLink(context: CommandContext, token: string): Promise<Verdict> {
  const { tx, actor } = context;
  const link = await lockOpenLink(tx, hashSecret(token), actor.userId);
  if (!link) return refuse('INVITATION_NOT_FOUND');
  if (link.maker_id === actor.userId) return refuse('OWN_ADDRESS');
  const verdict = await follow(context, link);
  // If one of the two blocks the other, there is no such link.
  return !verdict.allowed && verdict.code === 'USER_NOT_FOUND' ? refuse('INVITATION_NOT_FOUND') : verdict;
}

/** Deletes links that have ended, and the records of sign-ups by a link that were never completed. */
export async function forgetInviteLinks(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await tx`delete from invite_links where expires_at < now() - interval '1 day' or (used = uses and created_at < now() - interval '7 days')`;
    await tx`delete from linked_sign_ups where created_at < now() - interval '7 days'`;
  });
}
