/** Rows whose ids are made of what they join: a pull names no such id to a device that does not have the row. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { ModelReplica } from '../../tests/support/model-replica.ts';

const joining: readonly CollectionName[] = ['posts', 'reactions', 'friends', 'group_members', 'profiles'];

const test = circleTest
  /** Ana with a post and a group, and her friend Ben, who is in the group */
  .extend('people', async ({ circle }) => {
    const [ana, ben, yara] = [await circle.signUp('Ana'), await circle.signUp('Ben'), await circle.signUp('Yara')];
    await circle.befriend(ana, ben);
    return { ana, ben, yara, post: await circle.post(ana), group: await circle.group(ana, ben) };
  })
  /** Yara becomes Ana's friend, reacts to her post and joins the group. */
  .extend('come', ({ circle, people: { ana, yara, post, group } }) => async () => {
    await circle.befriend(ana, yara);
    await circle.react(yara, 'post', post);
    await circle.join(ana, group, yara);
  })
  .extend('go', ({ circle, people: { ana, yara, post, group } }) => async () => {
    const reaction = circle.reactionDocument(yara, 'post', post);
    await circle.done(yara, 'reactions', { id: reaction.id, _deleted: true });
    await circle.leave(yara, group);
    await circle.unfriend(ana, yara);
  });

test('a row that came and went while a device was away is not named, not even to a made-up checkpoint', async ({
  circle,
  people,
  come,
  go,
}) => {
  const { ben, yara } = people;
  const device = new ModelReplica(circle.engine, ben.id, joining);
  await device.pullAll();
  await come();
  await go();
  for (let more = true; more; ) {
    const page = await device.pullOnce();
    expect(JSON.stringify(page.response)).not.toContain(yara.id);
    more = page.more;
  }
  const furthest = Math.max(...Object.values(device.heads));
  for (let number = 0; number <= furthest; number += 1) {
    const checkpoint = Object.fromEntries(Object.entries(device.heads).map(([scope, head]) => [scope, Math.min(number, head)]));
    const collections = Object.fromEntries(joining.map((name) => [name, { checkpoint, limit: 100 }]));
    const answer = await circle.engine.pull(ben.id, { epoch: device.epoch, collections });
    expect(JSON.stringify(answer)).not.toContain(yara.id);
  }
});

test('a device that has such rows drops them once it has asked, and keeps the rows beside them', async ({ circle, people, come, go }) => {
  const { ana, ben, yara, post, group } = people;
  await circle.react(ana, 'post', post);
  await come();
  const device = new ModelReplica(circle.engine, ben.id, joining);
  await device.pullAll();
  const hers = [
    ['reactions', circle.reactionDocument(yara, 'post', post).id],
    ['friends', friendRowId(ana.id, yara.id)],
    ['group_members', groupMemberId(group, yara.id)],
  ] as const;
  for (const [collection, id] of hers) expect(device.ids(collection)).toContain(id);
  await go();
  const { response } = await device.pullOnce();
  expect(response.collections.reactions?.removed).toEqual([]);
  expect(response.collections.reactions?.recheck).toContainEqual([`${post}|`, expect.any(Number)]);
  await device.pullAll();
  for (const [collection, id] of hers) expect(device.ids(collection)).not.toContain(id);
  expect(device.ids('reactions')).toEqual([circle.reactionDocument(ana, 'post', post).id]);
  expect(device.ids('friends')).toContain(friendRowId(ana.id, ben.id));
  expect(device.ids('group_members')).toEqual([ana, ben].map((member) => groupMemberId(group, member.id)).sort());
});

test.for([
  ['friends', 'public'],
  ['public', 'friends'],
] as const)(
  'a reaction that is taken back after its post went from %s to %s is asked about in both scopes',
  async ([before, after], { circle, people }) => {
    const { ana, ben, yara } = people;
    await circle.befriend(ana, yara);
    const post = await circle.post(ana, { audience: before });
    const id = await circle.react(yara, 'post', post);
    const device = new ModelReplica(circle.engine, ben.id, joining);
    await device.pullAll();
    expect(device.ids('reactions')).toContain(id);
    const written = await circle.visibleRow(ana, 'posts', post);
    await circle.done(ana, 'posts', { ...written, id: post, write_id: uuid(), visibility_type: after }, [written?.write_id ?? '']);
    await circle.done(yara, 'reactions', { id, _deleted: true });
    await device.pullAll();
    expect(device.ids('posts')).toContain(post);
    expect(device.ids('reactions')).not.toContain(id);
  },
);
