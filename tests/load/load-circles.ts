/** The members of a load, made through the public API: sign-up, the link of the mail, friendships and one group for each circle. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { readMailLink } from '../../schemas/account/mail-link.ts';
import { readSession } from '../../schemas/account/session-answer.ts';
import { MAX_DIRECT_FRIENDS } from '../../schemas/friends/friend-limits.ts';
import { INVITATIONS_PER_DAY } from '../../schemas/friends/invitation-limits.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import { newTie, type Tie } from './ledger.ts';
import { createLoadClient, type LoadClient, send, type Wire } from './load-client.ts';

/** Members of a circle are all friends of each other. */
export const CIRCLE = MAX_DIRECT_FRIENDS;
export const SMALLEST_CIRCLE = 4;
/** Sign-ups between two looks into the mailbox, which shows only the newest mails. */
const WAVE = 100;
const LANES = 16;
const MAIL_MS = 60_000;
const PASSWORD = 'a load of words 7';

export interface LoadMember {
  readonly client: LoadClient;
  readonly id: string;
  /** friend invitations that the product still lets this member send today */
  invitationsLeft: number;
}

export interface LoadCircle {
  readonly members: readonly LoadMember[];
  readonly group: string;
  /** by the positions of the two members, the lower one first */
  readonly friendship: (one: number, other: number) => Tie;
  /** membership in the group by the position of the member; the first one is the owner and stays */
  readonly membership: readonly Tie[];
}

/** Runs `work` for all of them, some at a time, until one fails or the signal aborts. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  signal: AbortSignal,
  work: (item: Item, nth: number) => Promise<void>,
) {
  let next = 0;
  const lane = async () => {
    for (let nth = next++; nth < items.length; nth = next++) {
      signal.throwIfAborted();
      await work(items[nth] as Item, nth);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const change = (collection: CollectionName, document: { readonly id: string } & Record<string, unknown>): PushChange => ({
  collection,
  assumed: [],
  document: { ...document, write_id: uuid() },
});

/** For what must work before anything can be measured. @throws Error where a change is refused */
async function pushed(client: LoadClient, changes: readonly PushChange[]): Promise<void> {
  const code = changes.length === 0 ? null : await client.push(changes);
  if (code !== null) throw new Error(`the load could not be prepared: ${code}`);
}

async function waitForLinks(wire: Wire, addresses: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const deadline = Date.now() + MAIL_MS;
  while (found.size < addresses.size) {
    if (Date.now() > deadline) throw new Error(`of ${addresses.size} mails only ${found.size} came within ${MAIL_MS / 1000} s`);
    await wait(200, undefined, { signal });
    const { body } = await send(wire, '/dev/mail', undefined, { accept: 'application/json' });
    for (const { to, links } of JSON.parse(body) as { to: string; links: readonly string[] }[]) {
      const token = links.map((link) => readMailLink(new URL(link))).find((found) => found?.kind === 'verify')?.token;
      if (addresses.has(to) && token) found.set(to, token);
    }
  }
  return found;
}

/** Signs up this many people, who are signed in afterwards. */
export async function signUpMembers(wire: Wire, count: number, signal: AbortSignal, onProgress: (done: number) => void) {
  const run = randomBytes(4).toString('hex');
  const members: LoadMember[] = [];
  while (members.length < count) {
    const first = members.length;
    const wave = Array.from({ length: Math.min(WAVE, count - first) }, (_, n) => `member${first + n}.${run}@load.test`);
    const cookies = new Map<string, string>();
    await inLanes(wave, LANES, signal, async (email, nth) => {
      const signUp = { email, password: PASSWORD, name: `Member ${first + nth}` };
      const answer = await send(wire, '/api/auth/sign-up', signUp);
      cookies.set(email, answer.cookies.map((cookie) => cookie.split(';')[0]).join('; '));
    });
    const tokens = await waitForLinks(wire, new Set(wave), signal);
    await inLanes(wave, LANES, signal, async (email) => {
      const verify = { token: tokens.get(email), session: 'token' };
      const { body } = await send(wire, '/api/auth/verify', verify, { cookie: cookies.get(email) ?? '' });
      const session = readSession((JSON.parse(body) as { data: unknown }).data);
      if (!session) throw new Error('a confirmed address got no session');
      members.push({ client: createLoadClient(wire, session), id: session.user.id, invitationsLeft: INVITATIONS_PER_DAY });
    });
    onProgress(members.length);
  }
  return members;
}

export const friendInvitation = (from: LoadMember, to: LoadMember): PushChange => {
  from.invitationsLeft -= 1;
  return change('invitations', {
    id: uuid(),
    kind: 'friend',
    inviter_id: from.id,
    invited_email: null,
    receiver_user_id: to.id,
    group_id: null,
    status: 'pending',
  });
};

export const groupInvitation = (from: LoadMember, group: string, to: LoadMember): PushChange =>
  change('invitations', {
    id: uuid(),
    kind: 'group',
    inviter_id: from.id,
    invited_email: null,
    receiver_user_id: to.id,
    group_id: group,
    status: 'pending',
  });

export const acceptance = ({ document: { id, kind } }: PushChange): PushChange => change('invitations', { id, kind, status: 'accepted' });

/** Makes these members friends of each other, and members of one group. */
async function makeCircle(members: readonly LoadMember[]): Promise<LoadCircle> {
  const [owner, ...others] = members;
  if (!owner) throw new Error('a circle needs members');
  for (const [nth, member] of members.entries()) {
    const later = members.slice(nth + 1);
    const invitations = later.map((other) => friendInvitation(member, other));
    await pushed(member.client, invitations);
    for (const [place, invitation] of invitations.entries()) await pushed((later[place] ?? member).client, [acceptance(invitation)]);
  }
  const group = uuid();
  const founding = change('groups', {
    id: group,
    name: 'The table',
    description: null,
    founder_id: owner.id,
    created_at: new Date().toISOString(),
  });
  const invitations = others.map((member) => groupInvitation(owner, group, member));
  await pushed(owner.client, [founding, ...invitations]);
  for (const [place, invitation] of invitations.entries()) await pushed((others[place] ?? owner).client, [acceptance(invitation)]);

  const now = performance.now();
  const friendships = members.map(() => members.map(() => newTie(now)));
  return {
    members,
    group,
    friendship(one, other) {
      const tie = friendships[Math.min(one, other)]?.[Math.max(one, other)];
      if (!tie) throw new Error('no such friendship');
      return tie;
    },
    membership: members.map(() => newTie(now)),
  };
}

/** Divides the members into circles of nearly the same size, and makes them. */
export async function makeCircles(members: readonly LoadMember[], signal: AbortSignal, onProgress: (done: number) => void) {
  const count = Math.ceil(members.length / CIRCLE);
  const shares = Array.from({ length: count }, (_, n) =>
    members.slice(Math.floor((n * members.length) / count), Math.floor(((n + 1) * members.length) / count)),
  );
  const circles: LoadCircle[] = [];
  await inLanes(shares, LANES, signal, async (share) => {
    circles.push(await makeCircle(share));
    onProgress(circles.length);
  });
  return circles;
}
