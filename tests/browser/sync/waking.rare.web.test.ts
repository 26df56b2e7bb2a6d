/**
 * A member looks at the app again, or the network comes back. Whatever the device believes about its connection, it asks the server. Until
 * the answer comes, nothing says that all is well.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as circleTest } from '../../support/fixtures/faulty-circle.ts';
import { card, inSync, setVisible, upToDate } from '../../support/on-screen.ts';
import { newPost, sharePost } from '../../support/post-form.ts';

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

const test = circleTest.extend('page', async ({ ana }) => {
  // Not on the feed: it marks what it shows as read after a while, and the status shows pending writes before anything else.
  await tab(ana.page, 'Settings').click();
  await upToDate(ana.page);
  return ana.page;
});

/** Holds the device's pull requests from now on, until they are released. `begun` settles with the first of them. */
async function holdPulls(page: Page) {
  let [begin, release] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/api/sync/pull', async (route) => {
    begin();
    await released;
    await route.continue().catch(() => undefined);
  });
  return { begun, release: () => release() };
}

async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('Connection lost').waitFor();
}

interface Way {
  /** what the status says until there is an answer */
  readonly status: string | RegExp;
  readonly before: (page: Page) => Promise<void>;
  readonly wake: (page: Page) => Promise<void>;
}
const ways: Record<string, Way> = {
  'it is looked at again': {
    status: 'Connecting...',
    before: (page) => setVisible(page, false),
    wake: (page) => setVisible(page, true),
  },
  'the tab that is open is tapped': {
    status: 'Connecting...',
    before: async () => undefined,
    wake: (page) => tab(page, 'Settings').click(),
  },
  'the network is back': {
    // Lost, if a request has failed before.
    status: /Connecting\.\.\.|Connection lost/,
    before: loseNetwork,
    wake: (page) => page.context().setOffline(false),
  },
  'Retry is pressed, without a network': {
    status: 'Connection lost',
    before: loseNetwork,
    wake: (page) => page.getByRole('button', { name: 'Retry', exact: true }).click(),
  },
};

test.for(Object.entries(ways))(
  'when %s, the device asks at once, and nothing claims a connection before there is an answer',
  async ([name, { status, before, wake }], { page, circle, people }) => {
    await before(page);
    const pull = await holdPulls(page);
    await wake(page);
    await pull.begun;
    await page.getByText(status).first().waitFor();
    for (const claim of [inSync(page, 'live'), page.getByText('Connection restored')]) expect(await claim.count(), String(claim)).toBe(0);
    await page.context().setOffline(false);
    await circle.post(people.ben, { content: `Written when ${name}` });
    pull.release();
    await upToDate(page);
    await tab(page, 'Posts').click();
    await card(page, `Written when ${name}`).waitFor();
  },
);

test('a write while the browser knows of no network does not claim that the network is back', async ({ page }) => {
  await loseNetwork(page);
  const seen = await page.evaluateHandle(() => {
    const found = { restored: false };
    const look = () => {
      found.restored ||= document.body.textContent.includes('Connection restored');
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return found;
  });
  await tab(page, 'Posts').click();
  await newPost(page);
  // Where a request has failed before, the device first asks which server answers.
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('/api/sync/'));
  await page.context().route('**/api/sync/**', (route) => route.abort());
  await sharePost(page, 'Written in a tunnel');
  await asked;
  await page.getByText('Offline – saved on this device').first().waitFor();
  expect(await seen.evaluate(({ restored }) => restored)).toBe(false);
});
