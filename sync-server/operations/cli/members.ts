/** `npm run kith -- members` and `invite`: sees and helps members without ever showing what they write. */
import { createInterface } from 'node:readline/promises';
import type { Sql } from 'postgres';
import { v7 as uuidV7 } from 'uuid';
import { emailSchema } from '../../../schemas/account/account.ts';
import { linkPath } from '../../../schemas/account/mail-link.ts';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { INVITE_LINK_DAYS, INVITE_LINK_USES_MAX } from '../../../schemas/friends/invite-link-limits.ts';
import { randomToken } from '../../accounts/secrets/secrets.ts';
import { dropTokens, issueToken } from '../../accounts/sign-up/address-tokens.ts';
import { makeInviteLink } from '../../features/friends/invitations/invite-links.ts';
import { type CommandContext, CommandError, withCore, withDatabase } from './command-context.ts';
import { shownBytes, shownTable, withoutControlCharacters } from './shown.ts';

const MOST = 1000;
const FOUND = 50;

interface ListedMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly joined: string;
  /** when a device was last in use; null if none is signed in */
  readonly seen: string | null;
  readonly devices: number;
  readonly friends: number;
  readonly photoBytes: number;
}

const readMembers = (sql: Sql, text: string | null, most: number): Promise<ListedMember[]> => sql<ListedMember[]>`
  select u.id::text, p.name, u.email, to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD') as joined,
    (select to_char(max(s.last_used_at) at time zone 'utc', 'YYYY-MM-DD') from sessions s where s.user_id = u.id) as seen,
    (select count(*)::int from sessions s where s.user_id = u.id) as devices,
    (select count(*)::int from friends f where f.user_id = u.id) as friends,
    (select coalesce(sum(v.size), 0)::float8 from images i join image_variants v on v.image_id = i.id where i.owner_id = u.id) as "photoBytes"
  from users u join profiles p on p.id = u.id
  where ${text}::text is null or strpos(lower(p.name), lower(${text})) > 0 or strpos(u.email, lower(${text})) > 0
  order by u.created_at desc, u.id limit ${most}`;

function printMembers(context: CommandContext, members: readonly ListedMember[]): void {
  const rows = members.map(({ id, name, email, joined, seen, devices, friends, photoBytes }) => [
    id,
    name,
    email,
    joined,
    seen ?? '–',
    String(devices),
    String(friends),
    shownBytes(photoBytes),
  ]);
  const headings = ['id', 'name', 'address', 'joined', 'last here', 'devices', 'friends', 'photos'];
  const text = rows.length === 0 ? 'No members.' : shownTable(headings, rows);
  context.print(text, members);
}

/** Lists the newest members. */
export async function listMembers(context: CommandContext, limit: string): Promise<void> {
  const most = wholeNumber(limit, MOST, '--limit');
  printMembers(context, await withDatabase(context, ({ sql }) => readMembers(sql, null, most)));
}

/** Lists members whose name or address contains the text. */
export async function findMembers(context: CommandContext, text: string): Promise<void> {
  printMembers(context, await withDatabase(context, ({ sql }) => readMembers(sql, text, FOUND)));
}

function wholeNumber(text: string, most: number, name: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new CommandError(`${name} must be a whole number from 1 to ${most}.`);
  return number;
}

interface FoundMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** @throws CommandError when nobody has this address or id */
export async function memberNamed(sql: Sql, named: string): Promise<FoundMember> {
  const id = uuidSchema.safeParse(named).success ? named.toLowerCase() : null;
  const [found] = await sql<FoundMember[]>`
    select u.id::text, p.name, u.email from users u join profiles p on p.id = u.id
    where u.id = ${id}::uuid or u.email = lower(${named} collate "C")`;
  if (!found) throw new CommandError(`There is no member ${named}. Look for one with: npm run kith -- members find <text>`);
  return found;
}

/** Prints a link for a new password, as `Forgot password` mails it. Earlier links stop working. */
export const resetLink = (context: CommandContext, named: string): Promise<void> =>
  withDatabase(context, async ({ sql }) => {
    const member = await memberNamed(sql, named);
    const token = await sql.begin(async (tx) => {
      await tx`select from users where id = ${member.id} for no key update`;
      const issued = await issueToken(tx, { userId: member.id }, 'reset');
      await dropTokens(tx, { userId: member.id }, 'reset', issued);
      return issued;
    });
    context.record('members reset-link', { account: member.id });
    const url = context.config.publicUrl + linkPath('token', token);
    context.print(`${url}\nIt works once, within an hour. Give it to ${member.name} only: anybody who has it gets the account.`, { url });
  });

/** Signs the member out everywhere. */
export const endSessions = (context: CommandContext, named: string): Promise<void> =>
  withCore(context, async ({ sessions }, database) => {
    const member = await database.ask((sql) => memberNamed(sql, named));
    const ended = await database.write((tx) => sessions.revokeAll(tx, member.id));
    sessions.ended(ended);
    context.record('members end-sessions', { account: member.id, sessions: ended.length });
    context.print(`${member.name} is signed out on ${ended.length} ${ended.length === 1 ? 'device' : 'devices'}.`, {
      sessions: ended.length,
    });
  });

async function isConfirmed({ name, email }: FoundMember): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError('Add --yes: there is nobody to ask on this terminal.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(
      `${withoutControlCharacters(name)} loses the account with every post, comment, message and photo. Type ${email} to delete it: `,
    );
    return emailSchema.safeParse(typed).data === email;
  } finally {
    terminal.close();
  }
}

/** Deletes an account, as its owner could. */
export const removeMember = (context: CommandContext, named: string, { yes = false }: { readonly yes?: boolean }): Promise<void> =>
  withCore(context, async ({ deletion }, database) => {
    const member = await database.ask((sql) => memberNamed(sql, named));
    if (!yes && !(await isConfirmed(member))) throw new CommandError('Nothing was deleted.');
    await deletion.delete(member.id);
    context.record('members remove', { account: member.id });
    context.print('The account is deleted. Backups from before still contain it.', { account: member.id });
  });

/** Prints an invite link of this member, as the member could make it. */
export const inviteLink = (context: CommandContext, named: string, people: string): Promise<void> =>
  withDatabase(context, async ({ sql }) => {
    const uses = wholeNumber(people, INVITE_LINK_USES_MAX, '--people');
    const member = await memberNamed(sql, named);
    const made = await sql.begin((tx) => makeInviteLink(tx, member.id, { id: uuidV7(), token: randomToken(), uses, atOnce: false }));
    const { name } = member;
    if (!made) throw new CommandError(`${name} has as many open links as a member may have. One of them must be taken back first.`);
    context.record('invite', { account: member.id, people: uses });
    const url = context.config.publicUrl + linkPath('invite', made.token);
    context.print(
      `${url}\nIt works for ${uses === 1 ? 'one person' : `${uses} people`} and ${INVITE_LINK_DAYS} days. Everybody who signs up with it asks ${name} to be friends.`,
      {
        url,
        expiresAt: made.expires_at,
      },
    );
  });
