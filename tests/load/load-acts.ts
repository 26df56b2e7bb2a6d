/** What the members of a load do while it runs: they write, and friendships and memberships end and begin again. */
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import type { VisibilityType } from '../../schemas/posts/visibility.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import { textOf } from '../bench/circle.ts';
import type { Ledger, Tie, Write } from './ledger.ts';
import { acceptance, change, friendInvitation, groupInvitation, type LoadCircle, type LoadMember } from './load-circles.ts';
import { FailedRequest } from './load-client.ts';
import { countFailure, type Meter } from './meter.ts';

const POST_LENGTH = 200;
const SHORT_LENGTH = 80;
/** How long a friendship or membership is over before it is made again. */
const OFF_MS = 2_000;
/** Posts of a circle on which somebody may comment. */
const KEPT_POSTS = 20;
/** The audiences of ten posts. The extended circle contains everybody in the circle, also two who are no friends any more. */
const audiences: readonly VisibilityType[] = [
  ...Array.from({ length: 6 }, () => 'friends' as const),
  'friends_of_friends',
  'friends_of_friends',
  'public',
  'private',
];

interface KeptPost {
  readonly id: string;
  readonly author: number;
  readonly readers: Write['readers'];
}

/** `busy` holds what is changing in a circle now, so that at most one friendship and one membership are missing. */
interface Stage extends LoadCircle {
  readonly posts: KeptPost[];
  readonly busy: Set<'friendship' | 'membership'>;
}

export interface Acts {
  /** Writes one row. `dueAt` is when it should have begun. */
  write(dueAt: number): Promise<void>;
  /** Ends a friendship, writes to both, and makes it again. */
  unfriend(): Promise<void>;
  /** Lets a member leave their group, writes to it, and lets them return. */
  leave(): Promise<void>;
  /** from the moment a write was due until it was acknowledged, in milliseconds */
  readonly acknowledgedAfter: number[];
  readonly counts: { posts: number; comments: number; messages: number; unfriended: number; left: number; skipped: number };
}

interface ActsDeps {
  readonly circles: readonly LoadCircle[];
  readonly ledger: Ledger;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

export function createActs({ circles, ledger, meter, signal }: ActsDeps): Acts {
  const stages: Stage[] = circles.map((circle) => ({ ...circle, posts: [], busy: new Set() }));
  const acknowledgedAfter: number[] = [];
  const counts = { posts: 0, comments: 0, messages: 0, unfriended: 0, left: 0, skipped: 0 };
  let turn = 0;

  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

  /** Pushes one new row. A refusal is a failure, unless `allowedBy` changed before the answer. */
  async function create(
    author: LoadMember,
    row: PushChange,
    readers: Write['readers'],
    dueAt: number,
    allowedBy: Tie | null,
  ): Promise<boolean> {
    const before = allowedBy?.changes;
    const write = ledger.begin(row.document.id, readers, dueAt);
    try {
      const code = await author.client.push([row]);
      if (code === null) {
        acknowledgedAfter.push(performance.now() - dueAt);
        return true;
      }
      if (allowedBy?.changes === before) countFailure(meter, `a new row of ${row.collection}: ${code}`);
    } catch (error) {
      if (!(error instanceof FailedRequest)) throw error;
    }
    ledger.refuse(write);
    return false;
  }

  const others = (stage: Stage, author: number, tie: (reader: number) => Tie | null): Write['readers'] =>
    new Map(stage.members.flatMap(({ id }, reader) => (reader === author ? [] : [[id, tie(reader)] as const])));

  function readersOf(stage: Stage, author: number, audience: VisibilityType): Write['readers'] {
    if (audience === 'private') return new Map();
    return others(stage, author, (reader) => (audience === 'friends' ? stage.friendship(author, reader) : null));
  }

  async function post(stage: Stage, author: number, dueAt: number, audience: VisibilityType): Promise<void> {
    const member = stage.members[author] as LoadMember;
    const readers = readersOf(stage, author, audience);
    const row = change('posts', {
      id: uuid(),
      author_id: member.id,
      content: textOf(ledger.written(), POST_LENGTH),
      visibility_type: audience,
      specific_user_ids: [],
      photos: [],
      created_at: new Date().toISOString(),
      edited_at: null,
    });
    if (!(await create(member, row, readers, dueAt, null))) return;
    counts.posts += 1;
    if (audience === 'private') return;
    stage.posts.push({ id: row.document.id, author, readers });
    if (stage.posts.length > KEPT_POSTS) stage.posts.shift();
  }

  async function comment(stage: Stage, author: number, dueAt: number): Promise<void> {
    const member = stage.members[author] as LoadMember;
    const readable = stage.posts.filter((each) => each.author === author || (each.readers.get(member.id)?.state ?? 'on') === 'on');
    if (readable.length === 0) return post(stage, author, dueAt, 'friends');
    const about = pick(readable);
    const readers = new Map(about.readers);
    readers.delete(member.id);
    if (about.author !== author) readers.set((stage.members[about.author] as LoadMember).id, null);
    const row = change('comments', {
      id: uuid(),
      post_id: about.id,
      author_id: member.id,
      author_name: 'Member',
      author_profile_image_url: null,
      content: textOf(ledger.written(), SHORT_LENGTH),
      created_at: new Date().toISOString(),
      edited_at: null,
      is_deleted: false,
    });
    if (await create(member, row, readers, dueAt, about.readers.get(member.id) ?? null)) counts.comments += 1;
  }

  async function message(stage: Stage, sender: number, dueAt: number): Promise<void> {
    const membership = stage.membership[sender] as Tie;
    if (membership.state !== 'on') return post(stage, sender, dueAt, 'friends');
    const member = stage.members[sender] as LoadMember;
    const readers = others(stage, sender, (reader) => (reader === 0 ? null : (stage.membership[reader] ?? null)));
    const row = change('group_messages', {
      id: uuid(),
      group_id: stage.group,
      sender_id: member.id,
      sender_name: 'Member',
      sender_profile_image_url: null,
      content: textOf(ledger.written(), SHORT_LENGTH),
      photos: [],
      reply_to_id: null,
      created_at: new Date().toISOString(),
      edited_at: null,
      is_deleted: false,
    });
    if (await create(member, row, readers, dueAt, membership)) counts.messages += 1;
  }

  /** Pushes the change of a tie, and says in the ledger what it is afterwards. */
  async function move(tie: Tie, to: 'on' | 'off', member: LoadMember, row: PushChange): Promise<void> {
    ledger.change(tie);
    const code = await member.client.push([row]);
    if (code !== null) countFailure(meter, `a change of ${row.collection}: ${code}`);
    const stays = to === 'on' ? 'off' : 'on';
    ledger.changed(tie, code === null ? to : stays);
  }

  async function invited(member: LoadMember, invitation: PushChange): Promise<void> {
    const code = await member.client.push([invitation]);
    if (code !== null) countFailure(meter, `an invitation: ${code}`);
  }

  /** The next circle in which no such tie is changing. */
  function nextStage(kind: 'friendship' | 'membership'): Stage | undefined {
    for (let tried = 0; tried < stages.length; tried += 1) {
      const stage = stages[turn % stages.length] as Stage;
      turn += 1;
      if (!stage.busy.has(kind)) return stage;
    }
    return undefined;
  }

  async function changing(kind: 'friendship' | 'membership', act: (stage: Stage) => Promise<void>): Promise<void> {
    const stage = nextStage(kind);
    if (!stage) {
      counts.skipped += 1;
      return;
    }
    stage.busy.add(kind);
    try {
      await act(stage);
      stage.busy.delete(kind);
    } catch (error) {
      // Nobody knows how far it got. This circle keeps its ties as they are, and nothing is judged by the one that was changing.
      if (!(error instanceof FailedRequest)) throw error;
    }
  }

  const pause = () => wait(OFF_MS, undefined, { signal }).catch(() => undefined);

  return {
    acknowledgedAfter,
    counts,

    async write(dueAt) {
      const stage = pick(stages);
      const author = Math.floor(Math.random() * stage.members.length);
      const kind = Math.random();
      if (kind < 0.4) await post(stage, author, dueAt, pick(audiences));
      else if (kind < 0.7) await comment(stage, author, dueAt);
      else await message(stage, author, dueAt);
    },

    unfriend: () =>
      changing('friendship', async (stage) => {
        // The owner stays everybody's friend, because only friends can be invited into a group.
        const able = stage.members
          .map((_, place) => place)
          .filter((place) => place > 0 && (stage.members[place]?.invitationsLeft ?? 0) > 0);
        if (able.length === 0) {
          counts.skipped += 1;
          return;
        }
        const one = pick(able);
        const other = pick(stage.members.map((_, place) => place).filter((place) => place > 0 && place !== one));
        const [from, to] = [stage.members[one] as LoadMember, stage.members[other] as LoadMember];
        const tie = stage.friendship(one, other);
        await move(tie, 'off', from, change('friends', { id: friendRowId(from.id, to.id), _deleted: true }));
        await Promise.all([one, other].map((author) => post(stage, author, performance.now(), 'friends')));
        await pause();
        const invitation = friendInvitation(from, to);
        await invited(from, invitation);
        await move(tie, 'on', to, acceptance(invitation));
        counts.unfriended += 1;
      }),

    leave: () =>
      changing('membership', async (stage) => {
        const place = 1 + Math.floor(Math.random() * (stage.members.length - 1));
        const [owner, leaver] = [stage.members[0] as LoadMember, stage.members[place] as LoadMember];
        const tie = stage.membership[place] as Tie;
        await move(tie, 'off', leaver, change('group_members', { id: groupMemberId(stage.group, leaver.id), _deleted: true }));
        await message(stage, 0, performance.now());
        await pause();
        const invitation = groupInvitation(owner, stage.group, leaver);
        await invited(owner, invitation);
        await move(tie, 'on', leaver, acceptance(invitation));
        counts.left += 1;
      }),
  };
}
