/** Quiet hours in the settings: chosen, said, and of the zone that the device is in. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { timeOfDay, wallTimeAt } from '../../../schemas/push/wall-times.ts';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as chatTest } from '../../support/fixtures/chat.ts';
import { picture } from '../../support/picture.ts';

const HOUR = 3_600_000;

const test = chatTest
  /** what Ana's setting says on the server; undefined if she has none */
  .extend('stored', ({ circle, people: { ana } }) => async (): Promise<string | undefined> => {
    const row = await circle.visibleRow(ana, 'settings', settingId(ana.id, settingKey.quietHours));
    return row?.value as string | undefined;
  })
  /** Opens the settings of Ana on a device that is in this zone. */
  .extend('openIn', ({ open, people: { ana } }) => async (zone: string) => {
    const { page, context } = await open(ana, { at: 'about:blank' });
    const session = await context.newCDPSession(page);
    const moveTo = (timezoneId: string) => session.send('Emulation.setTimezoneOverride', { timezoneId });
    await moveTo(zone);
    await page.goto('/settings');
    return { page, moveTo };
  });

const rowOf = (page: Page) => page.getByRole('button', { name: 'Quiet hours', exact: true });
const lineOf = (page: Page) => page.getByRole('listitem').filter({ has: rowOf(page) });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Quiet hours' });

/** Pictures of a page on a phone and on a desktop, light and dark, on which axe finds nothing. */
async function inAllLooks(page: Page, name: string): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
      await picture(page, name);
    }
  }
  await page.setViewportSize(PHONE);
}

test('[R-80] quiet hours are off until a member chooses them, and the settings say whether it is quiet now', async ({ openIn, stored }) => {
  const zone = 'Asia/Kolkata';
  const { page } = await openIn(zone);
  await lineOf(page).getByText('Off', { exact: true }).waitFor();
  await rowOf(page).click();
  const choice = sheet(page).getByRole('checkbox');
  await choice.check();
  await expect.poll(stored).toMatch(/^22:00-07:00 Asia\/(Kolkata|Calcutta)$/);
  const at = (ms: number) => timeOfDay(wallTimeAt(zone, Date.now() + ms));
  const [from, to] = [at(-HOUR), at(2 * HOUR)];
  await sheet(page).getByLabel('From', { exact: true }).fill(from);
  await sheet(page).getByLabel('Until', { exact: true }).fill(to);
  await expect.poll(stored).toMatch(new RegExp(`^${from}-${to} Asia/`));
  await sheet(page)
    .getByText(/^Quiet now, until \d/)
    .waitFor();
  await inAllLooks(page, 'quiet hours');
  // Two equal times are no choice, and change nothing.
  await sheet(page).getByLabel('Until', { exact: true }).fill(from);
  await sheet(page).getByText('Choose two different times.').waitFor();
  expect(await stored()).toMatch(new RegExp(`^${from}-${to} Asia/`));
  await sheet(page).getByLabel('From', { exact: true }).fill(at(HOUR));
  await sheet(page).getByLabel('Until', { exact: true }).fill(to);
  await sheet(page).getByText('Not quiet now').waitFor();
  await page.keyboard.press('Escape');
  await lineOf(page)
    .getByText(/ to .*\d/)
    .waitFor();
  await inAllLooks(page, 'settings with quiet hours');
  await rowOf(page).click();
  await choice.uncheck();
  await expect.poll(stored).toBe('off');
  await page.keyboard.press('Escape');
  await lineOf(page).getByText('Off', { exact: true }).waitFor();
});

test('[R-80] a device that moves into another zone takes the quiet hours along; a device that stays leaves them', async ({
  openIn,
  stored,
}) => {
  const { page: phone, moveTo } = await openIn('Europe/Berlin');
  const { page: laptop } = await openIn('Europe/Berlin');
  await rowOf(phone).click();
  await sheet(phone).getByRole('checkbox').check();
  await expect.poll(stored).toBe('22:00-07:00 Europe/Berlin');
  await lineOf(laptop)
    .getByText(/^Quiet now|to/)
    .waitFor();
  await moveTo('America/New_York');
  await phone.goto('/posts');
  await expect.poll(stored).toBe('22:00-07:00 America/New_York');
  await laptop.reload();
  await rowOf(laptop).click();
  await sheet(laptop)
    .getByText(/New York/)
    .waitFor();
  // It has seen the new zone, and any write of its own about it is in the queue before this one.
  await sheet(laptop).getByRole('checkbox').uncheck();
  await expect.poll(stored).toBe('off');
  await moveTo('Europe/Berlin');
  await phone.goto('/settings');
  await rowOf(phone).click();
  await sheet(phone).getByRole('checkbox').check();
  await expect.poll(stored).toBe('22:00-07:00 Europe/Berlin');
});
