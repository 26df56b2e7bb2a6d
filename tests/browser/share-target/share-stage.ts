/** What other apps share: members, files, and a window that goes to Kith with the form of a share sheet. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { type PhotoFile, photoFile } from '../../support/photo-files.ts';

export const test = offlineTest
  .extend('people', async ({ circle }) => {
    const [ana, ben] = await Promise.all(['Ana Ribeiro', 'Ben Okri'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
    if (!ana || !ben) throw new Error('nobody signed up');
    return { ana, ben };
  })
  .extend('files', () => Promise.all([photoFile('meadow.jpg', 1600, 1200, 'skyblue'), photoFile('tower.jpg', 900, 1200, 'indigo')]));

export interface Shared {
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly PhotoFile[];
}

/** The window posts the form of a share sheet, and has loaded the page that answers it when this resolves. */
export async function share(page: Page, { texts = {}, files = [] }: Shared, action = '/share'): Promise<void> {
  const loaded = page.waitForEvent('load');
  const bytes = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  await page.evaluate(
    (sent) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: sent.action, hidden: true });
      for (const [name, value] of Object.entries(sent.texts))
        form.append(Object.assign(document.createElement('textarea'), { name, value }));
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true });
      const chosen = new DataTransfer();
      for (const { name, mimeType, base64 } of sent.bytes) {
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        chosen.items.add(new File([content], name, { type: mimeType }));
      }
      input.files = chosen.files;
      form.append(input);
      document.body.append(form);
      // After this call was answered.
      setTimeout(() => form.submit());
    },
    { texts, bytes, action },
  );
  await loaded;
}

export const thumbs = (page: Page): Locator => page.getByRole('list', { name: /^\d photos?$/ }).locator('img[src^="blob:"]');
export const intoPost = (page: Page): Locator => page.getByRole('button', { name: 'Into a new post' });
export const nothingWaits = (page: Page): Locator => page.getByRole('heading', { name: 'Nothing waits here' });
export const thumbCount = (page: Page, count: number): Promise<void> => expect.poll(() => thumbs(page).count()).toBe(count);
