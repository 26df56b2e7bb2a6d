/**
 * Whatever a device pushes, acts that the member may not do are refused or have no effect. The cases are made from the shapes of all twelve
 * collections. After them, every row of other members in the database must be unchanged.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import type { PushAnswer, WireDocument } from '../../schemas/protocol/sync.ts';
import type { Member } from '../support/circle.ts';
import { statementsOf } from '../support/statements.ts';
import { type AbuseCase, changeOf, FORGED, foreignRows, forgedActs, wrongEnvelopes, wrongFields } from './abuse-cases.ts';
import { test as castTest } from './abuse-cast.ts';
import { hiddenPushes, type Ids } from './hidden-pushes.ts';
import { type Document, type OwnAct, ownActs } from './own-acts.ts';
import { changesBetween, type RowChange } from './stored-rows.ts';

const test = castTest
  .extend('acts', { scope: 'file' }, ({ cast }): OwnAct[] => ownActs(cast))
  /** pushes as Mal */
  .extend(
    'push',
    ({ cast }) =>
      (changes: readonly AbuseCase['change'][]): Promise<PushAnswer[]> =>
        cast.circle.engine.push({ userId: cast.people.mal.id }, JSON.parse(JSON.stringify(changes))),
  )
  /** Pushes all cases, and returns the names of those that were not refused. No stored row may have changed. */
  .extend('expectNoEffect', ({ cast, push, readRows }) => async (cases: readonly AbuseCase[]): Promise<string[]> => {
    const accepted: string[] = [];
    const before = await readRows();
    const mails = cast.circle.mails.length;
    for (let from = 0; from < cases.length; from += 100) {
      const batch = cases.slice(from, from + 100);
      const answers = await push(batch.map((one) => one.change));
      expect(answers).toHaveLength(batch.length);
      for (const [index, one] of batch.entries()) if (answers[index]?.code === null) accepted.push(one.name);
      const changed = changesBetween(before, await readRows());
      if (changed.length > 0) expect({ changed, accepted }).toEqual({ changed: [], accepted: [] });
    }
    expect(cast.circle.mails.length).toBe(mails);
    return accepted;
  });

test('a wrong value in a field is refused, in every act', async ({ cast, acts, expectNoEffect }) => {
  const cases = await wrongFields(cast, acts);
  expect(await expectNoEffect(cases)).toEqual([]);
  expect(cases.length).toBeGreaterThan(300);
});

test('a change with a wrong envelope is refused', async ({ cast, acts, expectNoEffect }) => {
  const foreign = await cast.circle.visibleRow(cast.people.mal, 'posts', cast.seen.post);
  const cases = await wrongEnvelopes(acts, String(foreign?.write_id));
  expect(await expectNoEffect(cases)).toEqual([]);
});

test('rows of others stay unchanged, visible or hidden, in all collections', async ({ cast, expectNoEffect }) => {
  const rows = await cast.liveRows();
  const cases = foreignRows(rows, cast);
  // Deleting or marking a notification that does not exist is accepted, because it has no effect.
  expect((await expectNoEffect(cases)).filter((name) => !name.startsWith('notifications'))).toEqual([]);
});

/** Whether this change belongs to the act: its row, its log entries, the people it names, and the notifications it makes. */
function belongsTo(mal: Member, act: OwnAct, id: string, { table, before, after }: RowChange): boolean {
  const row = { ...before, ...after };
  if (table === 'scopes') return true;
  if (table === 'used_ids') return row.id === id;
  if (table === 'changes' && row.collection === 'group_members') return act.collection === 'groups' || row.doc_id === id;
  if (table === 'changes') return row.collection === 'notifications' || (row.collection === act.collection && row.doc_id === id);
  if (table === 'notifications') return before === null ? row.related_user_id === mal.id : before.user_id === mal.id;
  if (table === 'post_visibility') return row.post_id === id;
  if (table === 'invitation_secrets') return row.invitation_id === id;
  if (table === 'friend_invitations' || table === 'group_invitations' || table === 'groups') return row.id === id;
  if (table === 'group_members') return row.user_id === mal.id || id === `${row.group_id}|${row.user_id}`;
  return [row.author_id, row.user_id, row.sender_id, row.id].includes(mal.id);
}

test('fields that the server sets are ignored, and nothing but the act happens', async ({ cast, acts, push, readRows }) => {
  const { mal } = cast.people;
  const start = Date.now() - 1000;
  // The rows that these acts make when nothing is forged.
  const untouched = new Map<OwnAct, WireDocument | undefined>();
  for (const act of acts) {
    const document = await act.document();
    expect((await push([changeOf(act.collection, document)]))[0]).toMatchObject({ code: null, document: { id: document.id } });
    untouched.set(act, await cast.circle.visibleRow(mal, act.collection, document.id));
  }
  for (const { name, act, forged, refusable } of forgedActs(cast, acts)) {
    const document = await act.document();
    const before = await readRows();
    const held = await cast.circle.visibleRow(mal, act.collection, document.id);
    const change = changeOf(act.collection, document);
    for (const [field, value] of Object.entries(forged))
      Object.defineProperty(change.document, field, { value, enumerable: true, writable: true });
    const [answer] = await push([change]);
    const changed = changesBetween(before, await readRows());
    if (answer?.code !== null) {
      expect([name, refusable, answer?.code, changed]).toEqual([name, true, answer?.code, []]);
      continue;
    }
    expect([name, changed.filter((one) => !belongsTo(mal, act, document.id, one))]).toEqual([name, []]);
    const stored = await cast.circle.visibleRow(mal, act.collection, document.id);
    for (const field of Object.keys(forged)) {
      const expected = { ...(held ?? untouched.get(act)), ...act.becomes }[field];
      const at = `${name}: ${field}`;
      // The engine sets this on every document.
      if (field === 'scope') expect([at, typeof stored?.scope]).toEqual([at, 'number']);
      else if ((field === 'edited_at' && held) || ((field === 'created_at' || field === 'joined_at') && !held)) {
        const time = Date.parse(String(stored?.[field]));
        expect([at, time >= start && time <= Date.now() + 1000]).toEqual([at, true]);
      } else if (!(field in {})) expect([at, stored?.[field]]).toEqual([at, expected]);
    }
  }
  const all = [...(await readRows()).values()].join('\n');
  expect(all).not.toContain(FORGED);
  expect(all).not.toContain('2099-01-01');
});

test('rows that no act of a member makes or deletes stay unchanged, even if they are his own', async ({ cast, expectNoEffect }) => {
  const { mal, ben, dora } = cast.people;
  const { invitations, own } = cast;
  const rows = (await cast.liveRows()).filter((row) => row.own);
  const row = (collection: string, id?: string) => ({
    ...(rows.find((one) => one.collection === collection && (id === undefined || one.row.id === id))?.row as Document),
  });
  const forged = (collection: string, changed: Record<string, unknown>, id?: string): AbuseCase => ({
    name: `own ${collection} ${JSON.stringify(changed)}`,
    change: changeOf(collection, { ...row(collection, id), ...changed } as Document),
  });
  const notification = { ...row('notifications'), is_read: true };
  const cases = [
    forged('contacts', { email: 'another@kith.test' }),
    forged('contacts', { _deleted: true }),
    forged('friends', { created_at: '2020-01-01T00:00:00.000Z' }),
    forged('friends', { id: `${mal.id}|${dora.id}`, friend_id: dora.id }),
    forged('friends', { id: `${ben.id}|${mal.id}`, user_id: ben.id, friend_id: mal.id, _deleted: true }),
    forged('friends', { id: `${mal.id}|${mal.id}`, friend_id: mal.id }),
    forged('friends', { id: `${mal.id}|${ben.id}|${ben.id}`, _deleted: true }),
    forged('profiles', { _deleted: true }),
    forged('settings', { _deleted: true }),
    forged('comments', { _deleted: true }, own.comment),
    forged('invitations', { status: 'accepted' }, invitations.sent),
    forged('invitations', { status: 'declined' }, invitations.sent),
    forged('invitations', { receiver_user_id: ben.id }, invitations.sent),
    forged('notifications', { is_read: false }),
    forged('notifications', { id: uuid(), is_read: false }),
    { name: 'a received invitation taken back', change: changeOf('invitations', { id: invitations.received, _deleted: true }) },
  ];
  expect(await expectNoEffect(cases)).toEqual([]);
  // A made-up notification: marking one that does not exist is accepted and has no effect.
  await expectNoEffect([{ name: 'made up', change: changeOf('notifications', { ...notification, id: uuid() }) }]);
});

test('deleted rows do not come back', async ({ cast, expectNoEffect }) => {
  const { mal, ben } = cast.people;
  const { deleted, own, seen } = cast;
  const cases = [deleted.post, deleted.foreign].flatMap((id) => [
    { name: `a post ${id}`, change: changeOf('posts', { ...cast.circle.postDocument(mal), id }) },
    { name: `a comment ${id}`, change: changeOf('comments', { ...cast.circle.commentDocument(mal, own.post), id }) },
    { name: `an invitation ${id}`, change: changeOf('invitations', { ...cast.circle.invitationDocument(mal, { member: ben.id }), id }) },
  ]);
  cases.push({
    name: 'a deleted comment',
    change: changeOf('comments', { ...cast.circle.commentDocument(mal, seen.post), id: deleted.comment }),
  });
  expect(await expectNoEffect(cases)).toEqual([]);
});

test('a hidden row is answered like one that never existed, byte for byte, and costs the same', async ({ cast, push, readRows, db }) => {
  const { people, hidden, invitations } = cast;
  const [notification] = await db.sql<{ id: string }[]>`select id from notifications where user_id = ${people.dora.id} limit 1`;
  const real: Ids = {
    post: hidden.post,
    comment: hidden.comment,
    member: people.dora.id,
    other: people.eli.id,
    invitation: invitations.foreign,
    notification: notification?.id ?? '',
    group: cast.groups.hidden,
    message: cast.messages.hidden,
    groupInvitation: cast.groupInvitations.hidden,
  };
  const ask = async (ids: Ids) => {
    const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const answers = [];
    for (const [name, change] of hiddenPushes(cast, ids, uuid)) {
      const { result, statements } = await statementsOf(db, () => push([change]));
      const text = JSON.stringify(result).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => named.get(id) ?? 'new');
      answers.push({ name, text, statements });
    }
    return answers;
  };
  // Sends everything once before, so that preparing statements does not count.
  const nothing = () => Object.fromEntries(Object.keys(real).map((name) => [name, uuid()])) as unknown as Ids;
  await ask(nothing());
  const before = await readRows();
  const answers = await ask(real);
  expect(changesBetween(before, await readRows())).toEqual([]);
  expect(answers).toEqual(await ask(nothing()));
  for (const { name, text, statements } of answers) {
    expect([name, text]).toEqual([name, expect.stringContaining('"document":null')]);
    expect([name, statements.length > 0]).toEqual([name, true]);
  }
});

test('an id that a hidden row uses is answered like a deleted one', async ({ cast, push }) => {
  const { people, hidden, deleted, own } = cast;
  const { groups, messages, circle } = cast;
  const asked = (post: string, comment: string, group: string, message: string) => [
    changeOf('posts', { ...circle.postDocument(people.mal), id: post }),
    changeOf('comments', { ...circle.commentDocument(people.mal, own.post), id: comment }),
    changeOf('groups', { ...circle.groupDocument(people.mal), id: group }),
    changeOf('group_messages', { ...circle.messageDocument(people.mal, groups.ours), id: message }),
  ];
  const texts = [];
  for (const ids of [
    [hidden.post, hidden.comment, groups.hidden, messages.hidden],
    [deleted.foreign, deleted.foreign, deleted.foreign, deleted.foreign],
  ] as const) {
    const answers = await push(asked(...ids));
    texts.push(answers.map(({ id: _, ...answer }) => JSON.stringify(answer)));
  }
  expect(texts[0]).toEqual(texts[1]);
  expect(texts[0]?.join()).not.toContain('"code":null');
});

test('every collection has cases, and there are enough of them', async ({ cast, acts }) => {
  const counts = new Map<string, number>();
  const count = (collection: unknown, more: number) => counts.set(String(collection), (counts.get(String(collection)) ?? 0) + more);
  const cases = [...(await wrongFields(cast, acts)), ...(await wrongEnvelopes(acts, uuid())), ...foreignRows(await cast.liveRows(), cast)];
  for (const { change } of cases) count(change.collection, 1);
  for (const { act, forged } of forgedActs(cast, acts)) count(act.collection, Object.keys(forged).length);
  for (const collection of collectionNames) expect([collection, (counts.get(collection) ?? 0) > 10]).toEqual([collection, true]);
  expect([...counts.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(2_000);
});
