/**
 * Makes abuse cases from acts and rows. For each collection and field: values of another type, too large, of another member, deleted,
 * hidden, or not the member's to set.
 */
import { v7 as uuid } from 'uuid';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import { examplePhoto } from '../../schemas/images/photo.ts';
import { type CollectionName, collectionNames, rowSchemas } from '../../schemas/protocol/collections.ts';
import type { UncheckedChange } from '../../sync-server/sync/push/push.ts';
import type { AbuseCast, LiveRow } from './abuse-cast.ts';
import type { Document, OwnAct } from './own-acts.ts';

/** A field that is left out. */
const ABSENT = Symbol('absent');
/** Part of values that must never appear in the database. */
export const FORGED = 'forged';

export interface AbuseCase {
  readonly name: string;
  readonly change: UncheckedChange;
}

/** An act with fields that the member may not set, all of them forged at once. */
export interface ForgedAct {
  readonly name: string;
  readonly act: OwnAct;
  readonly forged: Readonly<Record<string, unknown>>;
  /** whether the act may also be refused because of them */
  readonly refusable: boolean;
}

export function changeOf(collection: string, document: Document, assumed: unknown = [document.write_id].filter(Boolean)): UncheckedChange {
  return { collection, assumed, document: { ...document, write_id: uuid() } };
}

const shapeOf = (collection: CollectionName): Record<string, { safeParse(value: unknown): { success: boolean } }> =>
  rowSchemas[collection].shape;

const replaced = (document: Document, field: string, value: unknown): Document => {
  const { [field]: _, ...rest } = document;
  return (value === ABSENT ? rest : { ...rest, [field]: value }) as Document;
};

const show = (value: unknown): string => (value === ABSENT ? 'absent' : (JSON.stringify(value) ?? 'undefined').slice(0, 60));

/** Values of every type, and texts that no column takes. */
const junk: readonly unknown[] = [
  ABSENT,
  null,
  true,
  0,
  -1.5,
  1e21,
  '',
  ' \n\t ',
  `${FORGED} text`,
  'x'.repeat(6_000),
  'x'.repeat(50_000),
  [],
  [FORGED],
  [[[[]]]],
  {},
  { $ne: null },
  { toString: FORGED, length: 3 },
  '2099-01-01T00:00:00.000Z',
  '__proto__',
  "'; drop table posts; --",
];
/** Refused in every field that a member can write. */
const unstorable = (text: string): unknown[] => [`${text}\0`, `${text}\ud800`, `\udc00${text}`];

/** Values of `chosen` fields that are wrong although their shape is right. */
function meant(cast: AbuseCast, act: OwnAct, field: string): unknown[] {
  const { people, own, seen, hidden, deleted, invitations, groups, messages } = cast;
  const { mal, ben, cleo, dora, eli } = people;
  const others = [ben.id, cleo.id, dora.id, uuid(), mal.id.toUpperCase()];
  const targets = [hidden.private, hidden.chosen, hidden.post, deleted.post, deleted.foreign, uuid()];
  switch (`${act.collection}.${field}`) {
    case 'posts.author_id':
    case 'comments.author_id':
    case 'reactions.user_id':
    case 'settings.user_id':
      return others;
    case 'posts.id':
      return act.makes ? [] : [seen.post, seen.public, hidden.private, hidden.chosen, hidden.post, deleted.post, deleted.foreign];
    case 'comments.id':
      return act.makes ? [] : [seen.comment, seen.reply, hidden.comment, deleted.comment];
    case 'posts.visibility_type':
      return ['only_me', 'everyone', 'Friends', 'all', ...(act.name === 'choose people' ? ['friends', 'private', 'public'] : ['specific'])];
    case 'posts.specific_user_ids':
      return act.name === 'choose people'
        ? [
            [],
            [mal.id],
            [dora.id],
            [ben.id, dora.id],
            [uuid()],
            [ben.id, mal.id],
            Array.from({ length: 65 }, () => uuid()),
            [null],
            [[ben.id]],
          ]
        : [[ben.id], [dora.id], [mal.id]];
    case 'posts.photos':
    case 'group_messages.photos': {
      const photo = { ...examplePhoto, id: uuid() };
      return [
        ...takenIds(cast).map((id) => [{ ...photo, id }]),
        [photo, photo],
        Array.from({ length: 7 }, () => ({ ...photo, id: uuid() })),
        ...[{ id: FORGED }, { width: 0 }, { height: 5000 }, { thumbhash: '<b>' }, { alt: 'x'.repeat(1001) }].map((wrong) => [
          { ...photo, ...wrong },
        ]),
        [`/api/images/${uuid()}`],
        photo,
      ];
    }
    case 'comments.post_id':
      return targets;
    case 'comments.is_deleted':
      return ['true', 1, 'no'];
    case 'reactions.id':
      return [uuid(), `${seen.comment}|${ben.id}|👍`, `${hidden.comment}|${mal.id}|👍`, `${seen.comment}|${mal.id}|👍|👍`];
    case 'reactions.target_type':
      return ['message', 'post', 'profile', 'group'];
    case 'reactions.target_id':
      return [...targets, hidden.comment, messages.hidden];
    case 'reactions.emoji_code':
      return ['text', '👍👍', '👍 hello', '👍'.repeat(40), '<b>👍</b>', '👍|👍'];
    case 'profiles.id':
      return others;
    case 'profiles.name':
      return ['x'.repeat(201)];
    case 'profiles.bio':
      return ['x'.repeat(2001)];
    case 'profiles.location':
      return ['x'.repeat(201)];
    case 'profiles.interests':
      return [
        ['x'.repeat(61)],
        Array.from({ length: 21 }, (_, i) => `interest ${i}`),
        ['fine', 7],
        ['fine', '\0'],
        ['\ud800'],
        [['x']],
        'x',
      ];
    case 'profiles.profile_image_url':
      return [
        ...['', '/images/x.webp', '/api/images/', 'https://x.example/x.png', 'javascript:alert(1)', `/api/images/${FORGED}`],
        ...takenIds(cast).map((id) => `/api/images/${id}`),
        ...[`/api/images/${uuid().toUpperCase()}`, `/api/images/${uuid()}/..`, `/api/images/${uuid()}?x`],
      ];
    case 'settings.id':
      return [`${ben.id}|theme`, `${mal.id}|other`, `${mal.id}|theme|theme`, uuid()];
    case 'settings.key':
      return ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'THEME', 'theme ', 'is_admin'];
    case 'settings.value':
      return ['blue', 'LIGHT', '{"theme":"light"}'];
    case 'invitations.id':
      return [
        invitations.foreign,
        invitations.byAddress,
        ...(act.name === 'answer an invitation' ? [invitations.sent] : [invitations.received]),
      ];
    case 'invitations.kind':
      return [act.name === 'invite into a group' ? 'friend' : 'group', 'enemy'];
    case 'invitations.inviter_id':
      return others;
    case 'invitations.invited_email':
      return [
        mal.email,
        ben.email,
        'no address',
        'two@kith.test, three@kith.test',
        'a@kith.test\r\nbcc: all@kith.test',
        `${'x'.repeat(250)}@kith.test`,
      ];
    case 'invitations.status':
      return act.name === 'answer an invitation' ? ['cancelled', 'rejected', 'Accepted'] : ['accepted', 'declined', 'cancelled'];
    case 'invitations.group_id':
      // An invitation of a friend names no group. A group invitation must come from a member who may invite, not from a plain member or a
      // stranger.
      return act.name === 'invite into a group'
        ? [groups.ours, groups.hidden, deleted.group, uuid()]
        : act.name === 'invite by address'
          ? [groups.own, groups.hidden, uuid()]
          : [];
    case 'invitations.receiver_user_id':
      return act.name === 'invite into a group' ? [mal.id, cleo.id, dora.id, uuid()] : [];
    case 'groups.id':
      return act.makes ? [] : [groups.ours, groups.admins, groups.hidden, deleted.group, deleted.post];
    case 'groups.founder_id':
      return act.name === 'found a group' ? others : [];
    case 'groups.name':
      return ['x'.repeat(301)];
    case 'groups.description':
      return ['x'.repeat(2001)];
    case 'groups.emoji':
      return ['', 'text', '👍👍', '👍 hello', '👍'.repeat(40), '<b>👍</b>', '\u202E👍', '#'];
    case 'group_members.id':
      return [
        groupMemberId(groups.own, mal.id),
        groupMemberId(groups.own, dora.id),
        groupMemberId(groups.own, cleo.id),
        groupMemberId(groups.ours, mal.id),
        groupMemberId(groups.ours, cleo.id),
        groupMemberId(groups.admins, mal.id),
        groupMemberId(groups.hidden, mal.id),
        groupMemberId(groups.hidden, eli.id),
        groupMemberId(uuid(), mal.id),
        `${groupMemberId(groups.own, ben.id)}|${ben.id}`,
        groups.own,
      ];
    case 'group_members.role':
      return ['founder', 'Owner', 'moderator', 'owner '];
    case 'group_messages.id':
      return act.makes ? [] : [messages.seen, messages.hidden, deleted.message];
    case 'group_messages.group_id':
      return [groups.hidden, deleted.group, uuid()];
    case 'group_messages.sender_id':
      return others;
    case 'group_messages.reply_to_id':
      return [messages.hidden, own.post, uuid()];
    case 'group_messages.is_deleted':
      return ['true', 1];
    case 'notifications.is_read':
      return [false, 'true', 1];
    default:
      return [];
  }
}

/** Fields that an act ignores although another act of the same collection lets the member choose them. */
const leftAside = (act: OwnAct, field: string): boolean =>
  (act.name === 'invite by address' && field === 'receiver_user_id') || (act.name === 'invite into a group' && field === 'invited_email');

/** Fields that an older app does not send: the row keeps its value. */
const mayBeAbsent = (act: OwnAct, field: string): boolean =>
  (act.collection === 'profiles' && field === 'profile_image_url') || (act.collection === 'groups' && field === 'emoji');

/** Ids that are in use, by whatever row: a new row must not get them. */
function takenIds({ people, own, seen, hidden, invitations, groups, messages, groupInvitations, deleted }: AbuseCast): string[] {
  const things = { own, seen, hidden, invitations, groups, messages, groupInvitations, deleted };
  return [people.mal.id, people.ben.id, people.dora.id, ...Object.values(things).flatMap((ids) => Object.values(ids))];
}

/** Every act with one wrong value in a chosen field: each must be refused. */
export async function wrongFields(cast: AbuseCast, acts: readonly OwnAct[]): Promise<AbuseCase[]> {
  const cases: AbuseCase[] = [];
  for (const act of acts) {
    const document = await act.document();
    const shape = shapeOf(act.collection);
    for (const field of act.chosen) {
      if (leftAside(act, field)) continue;
      const texts = typeof document[field] === 'string' ? unstorable(String(document[field])) : [];
      const values = [
        ...junk.filter(
          (value) =>
            !(value === ABSENT && mayBeAbsent(act, field)) && !shape[field]?.safeParse(value === ABSENT ? undefined : value).success,
        ),
        ...meant(cast, act, field),
        ...(field === 'id' && act.makes ? takenIds(cast) : []),
        ...texts,
      ];
      for (const value of values) {
        // An id that is not a text makes the whole request invalid, so it never becomes a change.
        if (field === 'id' && (typeof value !== 'string' || value.length === 0 || value.length > 200)) continue;
        cases.push({ name: `${act.name}: ${field} ${show(value)}`, change: changeOf(act.collection, replaced(document, field, value)) });
      }
    }
  }
  return cases;
}

/**
 * Every act with other values in all fields that the server sets or that do not exist; and with other values in fields that were settled
 * before.
 */
export function forgedActs({ people, own, seen, hidden }: AbuseCast, acts: readonly OwnAct[]): ForgedAct[] {
  const values = [
    null,
    0,
    true,
    `${FORGED} text`,
    [FORGED],
    { forged: FORGED },
    '2099-01-01T00:00:00.000Z',
    uuid(),
    `${FORGED}`.padEnd(6_000, 'x'),
  ];
  const foreignIds = [people.ben.id, people.dora.id, own.post, seen.public, hidden.private, hidden.post];
  const nobodys = [
    'is_admin',
    'role',
    'user_reacted',
    'comment_count',
    'email',
    '_rev',
    '_attachments',
    'scope',
    'constructor',
    '__proto__',
  ];
  return acts.flatMap((act) => {
    const unknown = nobodys.filter((field) => !(field in shapeOf(act.collection)));
    const servers = Object.keys(shapeOf(act.collection)).filter((field) => !act.chosen.includes(field) && !act.settled?.includes(field));
    // Sets own properties, also for names that every object inherits.
    const all = (fields: readonly string[], value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));
    return [
      ...values.map((value) => ({
        name: `${act.name}: ${show(value)}`,
        act,
        forged: all([...servers, ...unknown], value),
        refusable: false,
      })),
      ...(act.settled ?? []).flatMap((field) =>
        [...values, ...foreignIds].map((value) => ({
          name: `${act.name}: ${field} ${show(value)}`,
          act,
          forged: { [field]: value },
          refusable: true,
        })),
      ),
    ];
  });
}

/** Wrong envelopes of a change: its write id, the writes that it assumes, and whether it deletes. */
export async function wrongEnvelopes(acts: readonly OwnAct[], foreignWrite: string): Promise<AbuseCase[]> {
  const cases: AbuseCase[] = [];
  for (const act of acts) {
    const document = await act.document();
    const change = changeOf(act.collection, document);
    for (const write_id of [ABSENT, null, '', 7, 'no-uuid', uuid().toUpperCase(), `${uuid()}\0`, foreignWrite]) {
      cases.push({
        name: `${act.name}: write_id ${show(write_id)}`,
        change: { ...change, document: replaced(change.document, 'write_id', write_id) },
      });
    }
    for (const assumed of [ABSENT, null, 'x', {}, [null], [7], ['x'], [[]], Array.from({ length: 1001 }, () => uuid())]) {
      const { assumed: _, ...rest } = change;
      cases.push({ name: `${act.name}: assumed ${show(assumed)}`, change: assumed === ABSENT ? rest : { ...rest, assumed } });
    }
    for (const _deleted of ['true', 1, null, {}, []]) {
      cases.push({ name: `${act.name}: _deleted ${show(_deleted)}`, change: { ...change, document: { ...change.document, _deleted } } });
    }
    if (act.name.startsWith('edit') || act.collection === 'profiles' || act.collection === 'settings') {
      cases.push({ name: `${act.name}: made upon what never was`, change: changeOf(act.collection, document, [uuid()]) });
      cases.push({ name: `${act.name}: made upon nothing`, change: changeOf(act.collection, document, []) });
    }
    for (const collection of collectionNames) {
      if (collection === act.collection) continue;
      cases.push({ name: `${act.name}: sent as ${collection}`, change: changeOf(collection, document) });
    }
    for (const collection of ['', 'users', 'sessions', 'Posts', '__proto__', 'constructor', 'toString', 7, null, ['posts'], {}]) {
      cases.push({ name: `${act.name}: collection ${show(collection)}`, change: { ...change, collection } });
    }
  }
  return cases;
}

/** Whether Mal may do this to a row that is not his. */
function isAllowed({ collection, row }: LiveRow, field: string, cast: AbuseCast): boolean {
  if (collection === 'invitations' && row.id === cast.invitations.received) return field === 'status' || field === 'waits_for_seat';
  if (collection === 'comments' && row.post_id === cast.own.post) return field === 'is_deleted';
  if (collection === 'group_members' && row.group_id === cast.groups.own) return true;
  return false;
}

/** Every row that is not Mal's: with each field changed, taken over, and deleted. */
export function foreignRows(rows: readonly LiveRow[], cast: AbuseCast): AbuseCase[] {
  const { mal } = cast.people;
  const ids = new Set(Object.values(cast.people).map((person) => person.id));
  return rows
    .filter(({ own }) => !own)
    .flatMap((live) => {
      const { collection, row } = live;
      const name = `${collection} of another (${live.visible ? 'seen' : 'hidden'})`;
      const cases: AbuseCase[] = [];
      if (!isAllowed(live, '_deleted', cast))
        cases.push({ name: `${name}: deleted`, change: changeOf(collection, { ...row, _deleted: true }) });
      const change = (field: string, value: unknown) => {
        if (isAllowed(live, field, cast)) return;
        cases.push({ name: `${name}: ${field} ${show(value)}`, change: changeOf(collection, { ...row, [field]: value }) });
      };
      for (const field of Object.keys(rowSchemas[collection].shape)) {
        if (field === 'id') continue;
        const value = row[field];
        if (typeof value === 'boolean') change(field, !value);
        else if (Array.isArray(value)) change(field, [...value, mal.id]);
        else if (typeof value === 'string' && ids.has(value)) change(field, mal.id);
        else if (typeof value === 'string' && Number.isFinite(Date.parse(value)) && value.endsWith('Z'))
          change(field, '2099-01-01T00:00:00.000Z');
        else change(field, `${FORGED} ${field}`);
      }
      if (collection === 'invitations') for (const status of ['accepted', 'declined']) change('status', status);
      if (collection === 'group_members') for (const role of ['owner', 'admin', 'member']) change('role', role);
      if (collection === 'posts') change('visibility_type', 'public');
      return cases;
    });
}
