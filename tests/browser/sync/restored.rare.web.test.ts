/** A server that comes back with a database from a backup, while a tab is open. */
import { expect } from 'vitest';
import { DESKTOP, PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import { expectFewNotices, makeReady } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, upToDate } from '../../support/on-screen.ts';
import { clientOf } from '../../support/people.ts';
import { until } from '../../support/until.ts';

builtServerTest(
  'a server that comes back with a database from a backup, under an open tab, gets back what it lost, and the tab fills anew',
  async ({ app, db, circle, open }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    const postId = await circle.post(ben, { content: 'Say something' });
    /** how often each comment is on the server */
    const commentCounts = async () => {
      const rows = await db.sql<{ content: string; times: number }[]>`
      select content, count(*)::int as times from post_comments group by content`;
      return Object.fromEntries(rows.map(({ content, times }) => [content, times]));
    };
    const { page, notices } = await makeReady(await open(ana, { viewport: DESKTOP, at: PAGE_WITHOUT_APP }));
    await page.goto(`/posts/${postId}`);
    await comment(page, 'Accepted before the backup');
    await until(async () => (await commentCounts())['Accepted before the backup'] === 1);
    await upToDate(page);
    const backup = await db.backup();
    await comment(page, 'Accepted after the backup');
    await until(async () => (await commentCounts())['Accepted after the backup'] === 1);
    await upToDate(page);
    await app.kill9();
    await comment(page, 'Written while it is away');
    await backup.restore();
    expect((await app.runOnce('--restored')).code).toBe(0);
    await app.restart();
    const all = { 'Accepted before the backup': 1, 'Accepted after the backup': 1, 'Written while it is away': 1 };
    await until(async () => Object.keys(await commentCounts()).length === Object.keys(all).length);
    expect(await commentCounts()).toEqual(all);
    await upToDate(page);
    for (const text of Object.keys(all)) await page.getByRole('listitem').filter({ hasText: text }).waitFor();
    const bens = await clientOf(app, ben);
    expect((await bens.post('/api/posts', { content: 'After the restore', visibility_type: 'friends' })).status).toBe(201);
    await page.goto('/posts');
    await card(page, 'After the restore').waitFor();
    expectFewNotices(notices);
  },
);
