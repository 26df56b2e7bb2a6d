/** No page writes to the console: a warning that is always there hides the one that matters. */
import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

const test = browserTest.extend('people', { scope: 'file' }, async ({ circle }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  return { ana, ben, post: await circle.post(ana, { content: 'Quiet, please' }), group: await circle.group(ana, ben) };
});

function watchConsole(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('console', (line) => lines.push(`${line.type()}: ${line.text()}`));
  return lines;
}

test('of a member', async ({ open, people: { ana, ben, post, group } }) => {
  const { page, context } = await open(ana, { at: 'about:blank' });
  const lines = watchConsole(context);
  for (const path of [
    ...['/posts', '/posts/create', `/posts/${post}`, `/posts/${post}/edit`, '/friends', `/friends/${ben.id}`],
    ...['/groups', '/groups/create', `/groups/${group}`, `/groups/${group}/settings`, '/notifications', '/chat'],
    ...[`/friends/${ben.id}/photos`, `/groups/${group}/photos`],
    ...['/settings', '/contact', '/terms', '/privacy', '/security', '/posts?outbox'],
  ]) {
    await page.goto(path);
    // Also behind the outbox, which hides it from screen readers.
    await page.locator('h1').first().waitFor();
    await upToDate(page);
    expect(lines, path).toEqual([]);
  }
});

test('of a visitor', async ({ open }) => {
  const { page, context } = await open(null, { at: 'about:blank' });
  const lines = watchConsole(context);
  for (const path of ['/', '/auth', '/auth?mode=signup', '/auth/reset-password', '/api/docs', '/dev/mail']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(lines, path).toEqual([]);
  }
});
