/**
 * Links that a member gives to anybody they like. Opening a link does not use it. An account that is created with it uses it, or a member
 * who takes it; each of them then asks the maker to be friends. The maker answers as they answer any request.
 *
 * Only a hash of the token is stored. A link works for some days and some people, and until its maker revokes it.
 */
import { v7 as uuid } from 'uuid';
import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { INVITE_LINK_DAYS, INVITE_LINKS_MAX, type InviteLink, type MadeInviteLink } from '../../../schemas/friends/invite-link.ts';
import { hashSecret, randomToken } from '../../accounts/secrets.ts';
import type { Database, Tx } from '../../db/transaction.ts';
import type { CommandContext } from '../../sync/command.ts';
import { invite } from './invite.ts';

const columns = (tx: Tx) => tx`id, uses, used, iso_time(created_at) as created_at, iso_time(expires_at) as expires_at`;

/** Makes a link; null if the member has as many open links as allowed. */
export async function makeInviteLink(tx: Tx, makerId: string, uses: number): Promise<MadeInviteLink | null> {
  // Two links that are made at the same moment are counted one after the other.
  await tx`select from users where id = ${makerId} for no key update`;
  const { count } = await tx`select from invite_links where maker_id = ${makerId} and expires_at > now() and used < uses`;
  if (count >= INVITE_LINKS_MAX) return null;
  const token = randomToken();
  const [made] = await tx<InviteLink[]>`
    insert into invite_links (id, maker_id, hash, uses, expires_at)
    values (${uuid()}, ${makerId}, ${hashSecret(token)}, ${uses}, now() + make_interval(days => ${INVITE_LINK_DAYS}))
    returning ${columns(tx)}`;
  if (!made) throw new Error('a link was not made');
  return { ...made, token };
}

/** The member's links that still work, newest first. */
export const openInviteLinks = (tx: Tx, makerId: string): Promise<InviteLink[]> => tx<InviteLink[]>`
  select ${columns(tx)} from invite_links
  where maker_id = ${makerId} and expires_at > now() and used < uses
  order by invite_links.created_at desc, id limit ${INVITE_LINKS_MAX}`;

/** False if the member has no such link. Requests that came through it before stay pending. */
export async function revokeInviteLink(tx: Tx, makerId: string, id: string): Promise<boolean> {
  return (await tx`delete from invite_links where id = ${id} and maker_id = ${makerId}`).count > 0;
}

/** Lets this address sign up while the link works. It asks the maker nothing yet, because anybody may type an address. */
export async function rememberInviteLink(tx: Tx, email: string, token: string): Promise<void> {
  await tx`
    insert into linked_sign_ups (email, link_id)
    select ${email}, id from invite_links where hash = ${hashSecret(token)} and expires_at > now() and used < uses
    on conflict do nothing`;
}

/**
 * Whether somebody signed up with this address by a link that still works. The link is locked until commit, so that it is neither used up
 * nor revoked meanwhile.
 */
export async function isLinked(tx: Tx, email: string): Promise<boolean> {
  const links = await tx`
    select from invite_links l
    where l.id in (select s.link_id from linked_sign_ups s where s.email = ${email}) and l.expires_at > now() and l.used < l.uses
    order by l.id for update`;
  return links.count > 0;
}

interface OpenLink {
  readonly id: string;
  readonly maker_id: string;
}

async function lockOpenLink(tx: Tx, hash: Uint8Array): Promise<OpenLink | undefined> {
  const [link] = await tx<OpenLink[]>`
    select id, maker_id from invite_links where hash = ${hash} and expires_at > now() and used < uses for update`;
  return link;
}

/** Asks the maker to be friends, in the name of the actor, and counts the use. */
async function follow(context: CommandContext, link: OpenLink): Promise<Verdict> {
  const { tx, actor } = context;
  const verdict = await invite(context, { id: uuid(), inviter_id: actor.userId, to: { member: link.maker_id } });
  if (verdict.allowed) await tx`update invite_links set used = used + 1 where id = ${link.id}`;
  return verdict;
}

/**
 * Lets a new account ask the maker of the link by which it came (`inviteHash`) to be friends; with null it asks nobody. Call it once the
 * account and its profile exist.
 */
export async function inviteMakerAfterSignUp(
  context: CommandContext,
  { userId, email, inviteHash }: { readonly userId: string; readonly email: string; readonly inviteHash: Uint8Array | null },
): Promise<void> {
  const link = inviteHash && (await lockOpenLink(context.tx, inviteHash));
  if (link) await follow({ ...context, actor: { userId } }, link);
  await context.tx`delete from linked_sign_ups where email = ${email}`;
}

/**
 * Lets the actor, who is a member already, ask the maker of the link with this token. A member who has asked before is not counted again.
 */
export async function takeInviteLink(context: CommandContext, token: string): Promise<Verdict> {
  const { tx, actor } = context;
  const link = await lockOpenLink(tx, hashSecret(token));
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
