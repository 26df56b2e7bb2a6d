/** Ana and her friend Ben, and the sheet in which members choose their photo. */
import type { Page } from 'playwright-core';
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { look, phonePhoto } from '../../support/photos.ts';

export const test = offlineTest.extend('people', async ({ circle }) => {
  const [ana, ben] = [
    await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }),
  ];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

type Server = { readonly sql: Sql };

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const sheet = (page: Page) => page.getByRole('dialog', { name: 'Your photo' });
/** Chooses this file without a press: in the sheet if it is open. */
export const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('Choose a photo').last().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
export const face = (page: Page) => page.getByRole('main').locator('button img');
/** Whether the page shows the face, from a local blob. */
export const faceShown = async (page: Page) =>
  (await face(page).count()) === 1 && (await face(page).getAttribute('src'))?.startsWith('blob:');
export const press = async (page: Page, name: string, times: number) => {
  for (let time = 0; time < times; time += 1) await button(page, name).click();
};

/** The photo of a member on the server. Null if their profile names none; 'on its way' if the named photo has not arrived. */
export async function photoOf(server: Server, email: string) {
  const [row] = await server.sql<{ named: boolean; bytes: Uint8Array<ArrayBuffer> | null }[]>`
    select p.profile_image_url is not null as named, v.bytes from users u join profiles p on p.id = u.id
    left join images i on i.profile_id = p.id left join image_variants v on v.image_id = i.id where u.email = ${email}`;
  if (!row?.named) return null;
  return row.bytes ? look(row.bytes) : 'on its way';
}

/** Opens the settings of a member, and chooses the upper third of a picture, which is red, as their photo. */
export async function chooseRedPhoto(page: Page): Promise<void> {
  await page.goto('/settings');
  await upToDate(page);
  await expect.poll(() => button(page, 'Add a photo').isEnabled()).toBe(true);
  await choose(page, await phonePhoto());
  await press(page, 'Zoom in', 4);
  for (let time = 0; time < 12; time += 1) await page.getByRole('application').press('ArrowDown');
  await button(page, 'Use photo').click();
  await expect.poll(() => faceShown(page)).toBe(true);
}
/** The upper third of that picture, upright, in its own size, without location and camera. */
export const red = { width: 200, height: 200, format: 'webp', exif: undefined, top: 'red', left: 'red', bottom: 'red', right: 'red' };
