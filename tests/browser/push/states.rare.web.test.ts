/** What the settings and the card above the feed say in the states that few members see, on which axe finds nothing. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { serverKey } from '../../../sync-server/db/server-key.ts';
import { MAIL_TOKEN_KEY, mailTokenOf } from '../../../sync-server/features/push/mail/mail-token.ts';
import { barriers } from '../../support/barriers.ts';
import { hasFocus, inSync, upToDate } from '../../support/on-screen.ts';
import { askedByCard, button, openNotices, row, says, sheet, switchOn, test } from './push-stage.ts';

/** Opens the settings anew, where the row and the sheet say so, and finds no barriers. */
async function looksWell(page: Page, line: string, name: string): Promise<void> {
  await page.goto('/settings');
  await openNotices(page, line);
  expect(await barriers(page, name)).toEqual([]);
}

/** As Safari on an iPhone, before Kith is on the home screen. */
const beIphone = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });
    Reflect.deleteProperty(globalThis, 'PushManager');
  });

/** The server says why it calls nobody. */
const beOff = (page: Page, off: string): Promise<unknown> =>
  page.route('**/api/push/key', (route) => route.fulfill({ json: { success: true, data: { key: null, off } } }));

test('what the browser or the server cannot do is said with what helps', async ({ phone }) => {
  const { page, context } = await phone();
  for (const off of ['loopback', 'no_way_out']) {
    await beOff(page, off);
    await looksWell(page, 'This server cannot send notices', `notices, ${off}`);
    await page.unrouteAll();
  }
  await context.clearPermissions();
  await context.grantPermissions(['clipboard-read']);
  await looksWell(page, 'Blocked in your browser', 'notices, denied');
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  await looksWell(page, 'This browser cannot show notices', 'notices, unable');
});

test('on an iPhone the home screen comes first, in the settings and above the feed', async ({ phone }) => {
  const { page, context } = await phone();
  await beIphone(context);
  await looksWell(page, 'First add Kith to your Home Screen', 'notices, home screen first');
  await page.goto('/posts');
  await upToDate(page);
  const card = await askedByCard(page);
  expect(await barriers(page, 'the feed asks an iPhone for notices')).toEqual([]);
  await card.getByRole('button', { name: 'Show me how' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await barriers(page, 'the feed shows an iPhone how')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(card.getByRole('button', { name: 'Show me how' }));
});

test('what was lost, is not saved, or waits for a connection says so', async ({ phone, faultProxy }) => {
  const { page, push } = await phone({ url: faultProxy.url });
  await switchOn(page);
  push.held = null;
  await looksWell(page, 'Switched off by this browser. Switch on again', 'notices, lost');
  await button(page, 'Turn off').click();
  await says(page, 'Off');
  faultProxy.refuse(/^\/api\/push\/subscription/);
  await button(page, 'Turn on').click();
  await says(page, 'On, as soon as the server knows');
  expect(await barriers(page, 'notices, unsaved')).toEqual([]);
  faultProxy.cut();
  await says(page, 'On, as soon as you are online');
  expect(await barriers(page, 'notices, unsaved offline')).toEqual([]);
  await button(page, 'Turn off').click();
  await says(page, 'Off. You can turn them on once you are online');
  expect(await barriers(page, 'notices, off offline')).toEqual([]);
  faultProxy.refuse(null);
  faultProxy.heal();
  await inSync(page, 'offline').first().waitFor({ state: 'detached' });
  await says(page, 'Off');
  // A press that the browser does not take for one.
  await button(page, 'Turn on').evaluate((one: HTMLElement) => one.click());
  await sheet(page)
    .getByText(/^Your browser did not allow it/)
    .waitFor();
  expect(await barriers(page, 'notices, not allowed')).toEqual([]);
});

test('the card above the feed says what a press led to, and by keyboard the focus comes back', async ({
  phone,
  circle,
  people: { ana, mira },
}) => {
  await circle.post(mira, { content: 'Soup at seven' });
  for (const name of ['Ben Okri', 'Cleo Vik']) await circle.befriend(ana, await circle.signUp(name));
  const { page } = await phone({ at: '/posts' });
  const card = await askedByCard(page);
  await card.getByText('Tell me when friends write').waitFor();
  expect(await barriers(page, 'the feed with three friends asks for notices')).toEqual([]);
  await card.getByRole('button', { name: 'Turn on' }).press('Enter');
  await card.getByText('Notices are on', { exact: true }).waitFor();
  expect(await barriers(page, 'the feed says that notices are on')).toEqual([]);
  await page.goto('/settings');
  await row(page).getByRole('button').press('Enter');
  await says(page, 'On. Nothing has arrived yet');
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await hasFocus(row(page).getByRole('button'));
});

test('the page of a mail, and what it says after a press', async ({ page, server, people: { ana } }) => {
  const key = await serverKey(server.database, MAIL_TOKEN_KEY)();
  await page.goto(`/api/push/mails/${mailTokenOf(key, ana.id)}`);
  expect(await barriers(page, 'the page of a mail')).toEqual([]);
  await button(page, 'No more of these mails').press('Enter');
  await page.getByText(/^You get none from now on/).waitFor();
  expect(await barriers(page, 'the page of a mail, after a press')).toEqual([]);
});
