/** A server that is killed while members write. */
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { builtServerTest as test } from '../../support/fixtures/browser.ts';
import { card, react, upToDate } from '../../support/on-screen.ts';
import { writePost } from '../../support/post-form.ts';
import { until } from '../../support/until.ts';

test('the server is killed while members write, and nothing is lost or doubled', async ({ app, db, circle, open }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  const [{ page: anas }, { page: bens }] = await Promise.all([open(ana), open(ben)]);
  await Promise.all([upToDate(anas), upToDate(bens)]);
  await writePost(anas, 'Written before the fall');
  await card(bens, 'Written before the fall').waitFor();
  await Promise.all([anas, bens].map(waitForOfflineApp));
  await app.kill9();
  for (const text of ['Written during the fall', 'And one more']) await writePost(anas, text);
  await react(bens, '🔥');
  await app.restart();

  await card(bens, 'And one more').waitFor();
  await card(bens, 'Written during the fall').waitFor();
  await upToDate(anas);
  await upToDate(bens);
  await until(async () => (await db.sql`select 1 from post_reactions where emoji_code = '🔥'`).length === 1);
  const written = await db.sql<{ content: string; times: number }[]>`
    select content, count(*)::int as times from posts group by content order by content`;
  const expected = ['And one more', 'Written before the fall', 'Written during the fall'];
  expect(written.map((row) => ({ ...row }))).toEqual(expected.map((content) => ({ content, times: 1 })));
  await expect.poll(() => card(anas, 'And one more').count()).toBe(1);
});
