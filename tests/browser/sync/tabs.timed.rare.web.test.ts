/** How soon another tab replicates when the leading tab is closed or does not answer. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { leaderLockName } from '../../../workers/device/sync-status.ts';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { card } from '../../support/on-screen.ts';
import { until } from '../../support/until.ts';

const STREAM = '/api/sync/stream';

test('tabs share one stream, and when the leading tab closes another takes over within two seconds', async ({
  ana,
  faultProxy: network,
  circle,
  people,
}) => {
  const tabs = [ana.page];
  const opened = async (): Promise<Page> => {
    const tab = await ana.newTab();
    await tab.goto('/posts');
    return tab;
  };
  for (let nth = 0; nth < 3; nth += 1) tabs.push(await opened());
  await circle.post(people.ben, { content: 'seen in all tabs' });
  for (const tab of tabs) await card(tab, 'seen in all tabs').waitFor();
  expect(network.openRequests(STREAM)).toBe(1);

  const times: number[] = [];
  for (const leading of tabs.slice(0, -1)) {
    const content = `after ${times.length + 1} tabs`;
    await leading.close();
    const closedAt = performance.now();
    await circle.post(people.ben, { content });
    const left = tabs.filter((tab) => !tab.isClosed());
    await Promise.all(left.map((tab) => card(tab, content).waitFor()));
    times.push(performance.now() - closedAt);
    expect(network.openRequests(STREAM)).toBe(1);
  }
  expect(Math.min(...times)).toBeLessThan(2000);
});

test('a leader that does not answer, as in a frozen tab, loses the lead within 15 seconds to a tab that is looked at', async ({
  ana,
  faultProxy: network,
  circle,
  people,
}) => {
  const before = ana.page;
  await before.goto('/sw.js');
  // Holds the lock of the leader and does nothing. Other tabs see no more than that of a frozen one.
  await before.evaluate((lock) => {
    void navigator.locks.request(lock, { steal: true }, () => new Promise(() => {})).catch(() => {});
  }, leaderLockName(people.ana.id));
  const another = await ana.newTab();
  await another.goto('/posts');
  const opened = performance.now();
  await circle.post(people.ben, { content: 'past the frozen one' });
  await card(another, 'past the frozen one').waitFor();
  expect(performance.now() - opened).toBeLessThan(15_000);
  await before.goto('/posts');
  await card(before, 'past the frozen one').waitFor();
  await until(() => network.openRequests(STREAM) === 1);
});
