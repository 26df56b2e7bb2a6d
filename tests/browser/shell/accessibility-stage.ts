/** Members of the demo, and what keeps people from using a screen of theirs: in light and dark and at six sizes. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type DemoPerson, demoPeople } from '../../../sync-server/demo/demo-story.ts';
import { barriers, misfits } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Template } from '../../support/postgres.ts';

const SMALL_PHONE = { width: 360, height: 640 } as const;
const TABLET = { width: 820, height: 1080 } as const;

export const test = browserTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  /** Members of the demo. Hanna has invited somebody who has not answered. */
  .extend('people', { scope: 'file' }, async ({ server, circle }) => {
    const member = async (who: DemoPerson) => {
      const { name } = demoPeople[who];
      const [row] = await server.sql<{ id: string; email: string }[]>`
        select u.id, u.email from users u join profiles p on p.id = u.id where p.name = ${name}`;
      if (!row) throw new Error(`${name} is not in the demo`);
      return { ...row, name };
    };
    const [hanna, ana] = [await member('hanna'), await member('ana')];
    await circle.invite(hanna, { email: 'nora@kith.test' });
    const [ids] = await server.sql<{ group: string; post: string }[]>`
      select g.id as group, p.id as post from groups g, posts p
      where g.name = 'Cold water club' and p.content like 'We were four at the table%'`;
    if (!ids) throw new Error('The group or the post is not in the demo');
    return { hanna, ana, ids: { ...ids, ana: ana.id } };
  });

/** Checks a screen once, at every size. */
export async function expectClean(page: Page, screen: string): Promise<void> {
  const problems = [...(await barriers(page, screen)), ...(await misfits(page, screen, [SMALL_PHONE, TABLET, DESKTOP]))];
  expect.soft(problems).toEqual([]);
}

export interface Screen {
  readonly at: (ids: { readonly ana: string; readonly group: string; readonly post: string }) => string;
  readonly shown: (page: Page) => Locator;
  /** the size at which it is opened; a wide screen loads more */
  readonly viewport?: typeof DESKTOP;
}

const ready = async (page: Page, shown: Locator): Promise<void> => {
  await shown.first().waitFor();
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
};

/** One test for each of these screens. */
export const expectNoBarriers = (screens: Readonly<Record<string, Screen>>): void =>
  test.for(Object.keys(screens))('the screen "%s" has no barriers', async (name, { open, people: { hanna, ids } }) => {
    const { at, shown, viewport = PHONE } = screens[name] as Screen;
    const { page, complaints } = await open(hanna, { viewport, at: at(ids) });
    await ready(page, shown(page));
    await expectClean(page, name);
    expect(complaints).toEqual([]);
  });
