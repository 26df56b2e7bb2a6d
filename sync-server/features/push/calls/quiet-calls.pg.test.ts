/** What waits for the end of a member's quiet hours, and the one call that these bring. */
import { expect } from 'vitest';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { test } from '../../../../tests/support/fixtures/calls.ts';

const HOUR_MS = 3_600_000;
/** Quiet hours that began an hour ago and last so long from now. */
const quietFor = (hours: number): string => {
  const wall = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
  return `${wall(-HOUR_MS)}-${wall(hours * HOUR_MS)} UTC`;
};

test('[R-80] quiet hours keep calls of their member alone, and their end brings one call with the count of what is still unread', async ({
  circle,
  people: { ana, ben, cleo },
  acts: { set },
  group,
  openPhone,
  calls,
}) => {
  await openPhone(cleo);
  await circle.post(cleo);
  await calls.forget();
  await set(ben, settingKey.quietHours, quietFor(3));
  await circle.message(ana, group);
  await circle.message(ana, group);
  expect(await calls.sendAll()).toEqual(['Cleo: Ana wrote 2 messages in Sunday walks']);
  const [night, ...others] = await calls.lines();
  expect(others).toEqual([]);
  expect(night).toMatchObject({ queue: 'call-quiet', key: ben.id });
  expect(night?.seconds).toBeGreaterThan(2.9 * 3600);
  expect(night?.seconds).toBeLessThan(3.1 * 3600);

  await circle.post(ana);
  expect(await calls.sendAll()).toEqual(['Cleo: Ana shared a post']);
  expect(await calls.lines()).toMatchObject([{ queue: 'call-quiet', data: { since: night?.data.since } }]);
  // Due, but still in the night: the member has moved its end.
  expect(await calls.sendAll('call-quiet')).toEqual([]);
  expect(await calls.lines()).toMatchObject([{ queue: 'call-quiet', key: ben.id, data: { since: night?.data.since } }]);

  await set(ben, settingKey.quietHours, 'off');
  expect(await calls.sendAll('call-quiet')).toEqual(['Ben: 3 things happened while it was quiet']);
  const last = calls.arrived.at(-1);
  expect(last?.call).toMatchObject({ type: 'summary', count: 3, by: null, group: null, post_id: null });
  expect(last?.call.unread).toBeGreaterThanOrEqual(3);
  expect(await calls.lines()).toEqual([]);
});

test('[R-80] what calls by itself is not counted among what happened while it was quiet', async ({
  circle,
  people: { ana, ben },
  acts: { set },
  group,
  phones,
  pushService,
  calls,
}) => {
  await set(ben, settingKey.quietHours, quietFor(2));
  await circle.message(ana, group);
  await circle.message(ana, group);
  await circle.post(ana);
  expect(await calls.sendAll()).toEqual([]);
  // It happens in the last seconds of the quiet hours, and is due after their end.
  await circle.message(ana, group);
  await set(ben, settingKey.quietHours, 'off');
  pushService.answer = ({ sessionId }) => (sessionId === phones.ben ? { kind: 'later', seconds: 1 } : { kind: 'accepted' });
  expect(await calls.sendAll('call-quiet')).toEqual([]);
  pushService.answer = () => ({ kind: 'accepted' });
  expect(await calls.sendAll('call-again')).toEqual(['Ben: 3 things happened while it was quiet']);
  expect(await calls.sendAll()).toEqual(['Ben: Ana wrote in Sunday walks']);
});

test('[R-80] the end of quiet hours brings no call where nothing is left that may be called about', async ({
  circle,
  people: { ana, ben },
  acts: { set, readAll, deletePost },
  group,
  calls,
}) => {
  const night = async (acts: () => Promise<unknown>): Promise<string[]> => {
    await set(ben, settingKey.quietHours, quietFor(2));
    await circle.message(ana, group);
    const post = await circle.post(ana);
    expect(await calls.sendAll()).toEqual([]);
    await deletePost(ana, post);
    await acts();
    await set(ben, settingKey.quietHours, 'off');
    return calls.sendAll('call-quiet');
  };
  expect(await night(async () => undefined)).toEqual(['Ben: 1 thing happened while it was quiet']);
  expect(await night(() => readAll(ben))).toEqual([]);
  expect(await night(() => set(ben, settingKey.call('messages'), 'off'))).toEqual([]);
  expect(await calls.lines()).toEqual([]);
});
