/** Eight members in one conversation, all writing as fast as they are answered: how much of it one core carries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCircle } from './circle.ts';
import { startWsFloor, type WsFloor } from './floors/ws-floor.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median } from './statistics.ts';
import { type ChatSlice, openFloorChat, openKithChat } from './work/chat.ts';
import { newMessage } from './writes.ts';

const ROUNDS = sizeOf(4, 2);
const SLICE_MS = sizeOf(2500, 1000);
const WARM_UPS = sizeOf(3, 1);

const circle = makeCircle({ friends: 8, postsEach: 25, commentsPerPost: 2 }, Date.now());
const [group] = circle.groups;
const eight = (group?.members ?? []).map((place) => circle.members[place]?.id ?? '');
const say = (sender: string) => newMessage(sender, group?.id ?? '');

let kith: KithHost;
let floor: WsFloor;
let groupCommit: WsFloor;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  floor = await startWsFloor('row');
  groupCommit = await startWsFloor('tick');
});
afterAll(async () => {
  await kith?.stop();
  await floor?.stop();
  await groupCommit?.stop();
});

/** per core-second used, so other load does not count */
const perCoreSecond = ({ deliveries, coreSeconds }: ChatSlice): number => deliveries / coreSeconds;
const perSecond = ({ deliveries, seconds }: ChatSlice): number => deliveries / seconds;

test('a chat of 8', async (context) => {
  const chat = await openKithChat(kith, eight, say);
  const floorChat = await openFloorChat(floor, kith.postmaster, eight, say);
  const groupChat = await openFloorChat(groupCommit, kith.postmaster, eight, say);
  const works = {
    kith: () => chat.slice(SLICE_MS),
    floor: () => floorChat.slice(SLICE_MS),
    groupCommit: () => groupChat.slice(SLICE_MS),
  };
  const slices = await alternate(ROUNDS, works, WARM_UPS);

  expect(eight).toHaveLength(8);
  // Every message that was delivered is stored.
  const [kept] = await kith.sql<{ rows: number }[]>`select count(*)::int as rows from group_messages`;
  expect(kept?.rows).toBe(chat.written());
  expect(await floor.rows()).toBe(floorChat.written());
  expect(await groupCommit.rows()).toBe(groupChat.written());
  expect(slices.kith.every(({ deliveries }) => deliveries > 0)).toBe(true);
  const rates = (slices: readonly ChatSlice[], rate: (slice: ChatSlice) => number) => median(slices.map(rate));
  report(
    context,
    {
      work: 'a chat of 8: deliveries for a core-second of server and database',
      unit: '1/s',
      ours: rates(slices.kith, perCoreSecond),
      floor: rates(slices.floor, perCoreSecond),
      floorName: 'ws+PG',
      must: { atLeast: 0.6 },
      aim: { atLeast: 1 },
    },
    {
      work: 'the same, against committing together',
      unit: '1/s',
      ours: rates(slices.kith, perCoreSecond),
      floor: rates(slices.groupCommit, perCoreSecond),
      floorName: 'ws+PG group commit',
      aim: { atLeast: 1 },
    },
    {
      work: 'the same, by the clock, everything on this machine',
      unit: '1/s',
      ours: rates(slices.kith, perSecond),
      floor: rates(slices.floor, perSecond),
      floorName: 'ws+PG',
    },
  );
});
