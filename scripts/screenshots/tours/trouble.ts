/** No network, what was written without one, and what the server refused. */
import type { Page } from 'playwright-core';
import { asMember, chooseAudience, commentField, cut, dialog, heal, openPost, postField, upToDate } from '../steps.ts';
import { tour } from '../tour.ts';

const written = 'Written in the tunnel, for whoever is hungry tonight.';

export const trouble = tour({
  name: 'trouble',
  begin: async (scene) => {
    const { demo, page } = scene;
    await asMember(scene);
    // A post that changes elsewhere while this device is offline.
    const changedPostId = await demo.member.create('/posts', { content: 'Who has seen the blue kettle?', visibility_type: 'friends' });
    await openPost(page, changedPostId);
    await cut(page);
    await page.goto('/posts');
    await page.getByText('Connection lost').waitFor();
    return changedPostId;
  },
  states: {
    'feed-offline': async ({ page }) => {
      await page.goto('/posts/create');
      await postField(page).fill(written);
      await chooseAudience(page, 'Friends');
      await page.getByRole('button', { name: /^Create Post/ }).click();
      await page.waitForURL('**/posts');
      await page.getByRole('article').filter({ hasText: written }).waitFor();
      await page.getByText('Connection lost').waitFor();
      await page.locator('[data-toast]').waitFor({ state: 'detached' });
      return { waits: true };
    },
    'post-edited-offline': async ({ page }, changedPostId) => {
      await page.goto(`/posts/${changedPostId}/edit`);
      await postField(page).fill('Who has seen the blue kettle? The one with the dent.');
      await page.getByRole('button', { name: /^Update Post/ }).click();
      await page.getByText('Changes saved.').first().waitFor();
      return { waits: true };
    },
    'post-offline': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await commentField(page).fill('I am in the tunnel, but I am reading.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Saved, not sent yet').first().waitFor();
      return { waits: true };
    },
    'group-offline': async ({ page, demo }) => {
      await page.goto(`/groups/${demo.ids.group}`);
      await page.getByLabel('Message', { exact: true }).fill('Late. The train stands in the tunnel.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('[id^=message-]').filter({ hasText: 'The train stands in the tunnel.' }).waitFor();
      return { waits: true };
    },
    'new-post-offline': async ({ page }) => {
      await page.goto('/posts/create');
      await postField(page).fill('What the tunnel looks like from inside');
      return { waits: true };
    },
    outbox: async ({ page }) => {
      await page.goto('/posts?outbox');
      await dialog(page);
      await page.getByText('not sent').first().waitFor();
      return { waits: true };
    },
    'outbox-discard': async ({ page }) => {
      await page.goto('/posts?outbox');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).last().click();
      await page.getByRole('alertdialog').waitFor();
      return { waits: true };
    },
    'feed-refused': async ({ page, demo }, changedPostId) => {
      await demo.member.put(`/posts/${changedPostId}`, { content: 'The kettle was found.', visibility_type: 'friends' });
      // Everything is taken back but the change that came too late, so that the next tour finds the circle as this one did.
      await discardAll(page, { except: 'Change to your post' });
      await heal(page);
      await page.goto('/posts');
      await page.getByText('not accepted').first().waitFor();
    },
    'outbox-refused': async ({ page }) => {
      await page.goto('/posts?outbox');
      await dialog(page);
      await page.getByText('Not accepted').first().waitFor();
    },
    'outbox-empty': async ({ page, demo }, changedPostId) => {
      await discardAll(page, {});
      await demo.member.delete(`/posts/${changedPostId}`);
      await page.goto('/posts?outbox');
      await page.getByText('Everything is sent').waitFor();
    },
    'feed-restored': async ({ page }) => {
      await cut(page);
      await page.goto('/posts');
      await page.getByText('Connection lost').waitFor();
      await heal(page);
      await page.getByText('Connection restored').waitFor();
    },
    'update-required': async ({ page }) => {
      await upToDate(page);
      await page
        .context()
        .route('**/api/sync/**', (route) =>
          route.fulfill({ status: 426, contentType: 'application/json', body: JSON.stringify({ success: false, message: 'too old' }) }),
        );
      await page.goto('/posts');
      await page.getByText('what you wrote is sent once you reload').waitFor();
      return { waits: true, after: () => heal(page) };
    },
  },
});

async function discardAll(page: Page, { except }: { except?: string }): Promise<void> {
  await page.goto('/posts?outbox');
  await dialog(page);
  const items = page.getByRole('dialog').getByRole('button', { name: /^Discard: / });
  await items.first().waitFor();
  for (;;) {
    const others = except ? items.and(page.locator(`:not([aria-label*="${except}"])`)) : items;
    if ((await others.count()) === 0) return;
    const before = await items.count();
    await others.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[role=dialog] button[aria-label^="Discard: "]').length < count,
      before,
    );
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }
}
