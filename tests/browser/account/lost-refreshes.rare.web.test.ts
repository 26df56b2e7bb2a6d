/** Many tabs of one browser whose tokens expire at the same time, while answers to their refreshes are lost: nobody is signed out. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { REFRESH_ATTEMPTS } from '../../../workers/device/session/session.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { wrongClock } from '../../support/wrong-clock.ts';

const REFRESH = '/api/auth/refresh';
const TABS = 20;
const ROUNDS = 2;
const HOUR = 3600;
const ELEVEN_MINUTES = 11 * 60_000;

const test = browserTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { CONTACT_EMAIL: 'operator@kith.test' } }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });
const sent = (page: Page) => page.getByRole('heading', { name: 'Message sent' });

async function write(tab: Page, subject: string): Promise<void> {
  const another = tab.getByRole('button', { name: 'Write another' });
  if ((await another.count()) > 0) await another.click();
  await tab.getByLabel('Subject').fill(subject);
  await tab.getByRole('textbox', { name: 'Message' }).fill('One of twenty.');
  await expect.poll(() => send(tab).isEnabled()).toBe(true);
}

/** Presses the button, and presses it again while the page says that the message could not be sent. */
async function sendWritten(tab: Page): Promise<void> {
  await send(tab).click();
  await expect
    .poll(
      async () => {
        if ((await send(tab).count()) > 0) await send(tab).click();
        return sent(tab).isVisible();
      },
      { timeout: 120_000 },
    )
    .toBe(true);
}

test('twenty tabs that need a new token at the same time lose the answer sixty times, hour after hour, and stay signed in', async ({
  open,
  ana,
  server,
  faultProxy: network,
}) => {
  const { page, context, complaints } = await open(ana, { url: network.url, at: 'about:blank' });
  const clock = await wrongClock(context, 0);
  const tabs = [page, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
  // The contact form sends with the token of its own page. Replication would use the token of the one worker that all tabs share.
  for (const tab of tabs) await tab.goto('/contact');
  const refreshes = () => network.requests.filter(({ path }) => path === REFRESH).length;
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [nth, tab] of tabs.entries()) await write(tab, `Round ${round} from tab ${nth}`);
    // Tokens are valid for ten minutes. The page's clock moves past that, as after a sleep. For the server an hour has passed since the
    // last token.
    await server.sql`update sessions set rotated_at = rotated_at - make_interval(secs => ${HOUR}) where user_id = ${ana.id}`;
    await clock.setUnder(page, round * ELEVEN_MINUTES);
    const before = refreshes();
    const lost = Array.from({ length: TABS * REFRESH_ATTEMPTS }, () => network.dropAnswerTo(REFRESH));
    await Promise.all([...lost, ...tabs.map(sendWritten)]);
    expect(refreshes() - before).toBeGreaterThan(TABS * REFRESH_ATTEMPTS);
  }
  expect(server.logged.filter((line) => line.includes('session-in-two-places'))).toEqual([]);

  // The browser starts again from what it has stored.
  await Promise.all(tabs.map((tab) => tab.close()));
  const again = await context.newPage();
  await again.goto('/posts');
  await upToDate(again);
  expect(complaints.filter((line) => !line.includes('net::ERR_'))).toEqual([]);
}, 900_000);
