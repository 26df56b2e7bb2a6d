/** A group is muted for a time, or until it is turned on again. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { mutedUntil, muteValue } from '../../../schemas/groups/muted.ts';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { picture } from '../../support/picture.ts';
import { wrongClock } from '../../support/wrong-clock.ts';
import { test as groupsTest } from './groups-stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const test = groupsTest
  /** what Ana's setting says on the server; undefined if she has none */
  .extend('stored', ({ circle, people: { ana }, group }) => async (): Promise<string | undefined> => {
    const row = await circle.visibleRow(ana, 'settings', settingId(ana.id, settingKey.groupMuted(group)));
    return row?.value as string | undefined;
  })
  /** Ana's choice on another device */
  .extend(
    'mutes',
    ({ circle, people: { ana }, group }) =>
      (until: number): Promise<void> =>
        circle.setSetting(ana, settingKey.groupMuted(group), muteValue(until)),
  );

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const status = (page: Page, text: string | RegExp) => page.getByRole('list', { name: 'Mute this group' }).getByText(text);
const mark = (page: Page) => page.getByRole('list', { name: 'My Groups' }).getByRole('img', { name: /^Muted/ });

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
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
}

test('a group is muted for an hour, for a day or until it is turned on again, by the clock of the server; its row says until when', async ({
  open,
  people: { ana },
  group,
  stored,
}) => {
  const { page, context } = await open(ana, { at: 'about:blank' });
  await wrongClock(context, 3 * DAY);
  await page.goto(`/groups/${group}/settings`);
  await status(page, 'Messages notify you').waitFor();
  await inAllLooks(page, 'group not muted');
  for (const [name, ms, shown] of [
    ['For an hour', HOUR, /^Muted until/],
    ['For a day', DAY, /^Muted until tomorrow, /],
  ] as const) {
    await press(page, name);
    await status(page, shown).waitFor();
    await expect.poll(async () => Math.abs(mutedUntil(await stored()) - Date.now() - ms)).toBeLessThan(MINUTE);
  }
  await inAllLooks(page, 'group muted');
  await page.goto('/groups');
  await mark(page).waitFor();
  expect(await mark(page).getAttribute('aria-label')).toMatch(/^Muted until tomorrow, /);
  await inAllLooks(page, 'groups of which one is muted');
  await page.goto(`/groups/${group}`);
  await page
    .getByRole('banner')
    .getByRole('img', { name: /^Muted until tomorrow, / })
    .waitFor();
  await inAllLooks(page, 'chat of a muted group');
  await page.goto(`/groups/${group}/settings`);
  await press(page, 'Until I turn it on again');
  await status(page, /^Muted$/).waitFor();
  await expect.poll(stored).toBe('on');
  await press(page, 'Turn on');
  await status(page, 'Messages notify you').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('For an hour');
  await expect.poll(stored).toBe('off');
});

test('when the time has come, the mark goes by itself', async ({ open, people: { ana }, group, mutes }) => {
  const { page, context } = await open(ana, { at: 'about:blank' });
  await wrongClock(context, -3 * DAY);
  await mutes(Date.now() + HOUR);
  await page.goto(`/groups/${group}/settings`);
  await status(page, /^Muted until/).waitFor();
  await page.goto('/groups');
  await mark(page).waitFor();
  // A mark that was there when the page opened, and ends while nobody does anything.
  await mutes(Date.now() + 3000);
  await mark(page).waitFor({ state: 'detached' });
  await page.goto(`/groups/${group}/settings`);
  await status(page, 'Messages notify you').waitFor();
  await mutes(Date.now() + 3000);
  await status(page, /^Muted until/).waitFor();
  await status(page, 'Messages notify you').waitFor();
});
