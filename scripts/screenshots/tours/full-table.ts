/** A full circle, and everything that happens in one. */
import type { Page } from 'playwright-core';
import { type FullTable, fullTable } from '../full-table.ts';
import { at, dialog, openPost, signIn, upToDate } from '../steps.ts';
import { type Scene, tour } from '../tour.ts';

const message = (page: Page, text: string) => page.locator('[id^=message-]').filter({ hasText: text }).last();
const chat = async ({ page }: Scene, emil: FullTable) => {
  await page.goto(`/groups/${emil.group}`);
  await message(page, 'Sunday, then. The door').waitFor();
};

export const fullTableTour = tour({
  name: 'full table',
  async begin({ page, demo }) {
    const emil = await fullTable(demo);
    await signIn(page, emil.login);
    await upToDate(page);
    return emil;
  },
  states: {
    'feed-full': async ({ page }) => {
      await page.goto('/posts');
      await page.getByRole('article').nth(2).waitFor();
    },
    'notifications-all': at('/notifications'),
    'notifications-further': async ({ page }) => {
      await page.goto('/notifications');
      const oldest = page.getByRole('link', { name: /shared a post/ }).first();
      await oldest.waitFor();
      await oldest.evaluate((row) => row.scrollIntoView({ block: 'center' }));
    },
    'feed-new-posts': async ({ page }, emil) => {
      await page.goto('/posts');
      await page.getByRole('article').nth(2).waitFor();
      await page.mouse.move(200, 400);
      await page.mouse.wheel(0, 500);
      const id = await emil.tom.create('/posts', { content: 'Chess on the pier at six.', visibility_type: 'friends' });
      await page.getByRole('button', { name: '1 new post' }).waitFor();
      return { after: () => emil.tom.delete(`/posts/${id}`) };
    },
    'feed-open-card': async ({ page }) => {
      await page.goto('/posts');
      await page.getByRole('button', { name: 'Read more' }).first().click();
      await page.getByRole('button', { name: 'Show less' }).scrollIntoViewIfNeeded();
    },
    'friends-full': at('/friends'),
    'friends-full-invite': async ({ page }) => {
      await page.goto('/friends');
      await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
      await page.getByText('Your table is full. You can invite somebody now').waitFor();
    },
    'friend-standings': async ({ page }, emil) => {
      await page.goto(`/friends/${emil.mira.id}`);
      await page.getByText('Draws maps').waitFor();
    },
    'post-long': ({ page }, emil) => openPost(page, emil.long),
    'post-public': ({ page }, emil) => openPost(page, emil.shared),
    'post-reactions-many': async ({ page }, emil) => {
      await openPost(page, emil.shared);
      await page
        .getByRole('button', { name: /^\d+ reactions?/ })
        .first()
        .click();
      await page.getByText('and 1 more').waitFor();
    },
    'profile-friend': async ({ page }, emil) => {
      await page.goto('/posts');
      await openPost(page, emil.shared);
      await page.getByRole('button', { name: 'Tom Ashby' }).first().click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
    },
    'profile-own': async ({ page }, emil) => {
      await openPost(page, emil.shared);
      await page.getByRole('button', { name: 'Emil Holt' }).first().click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
    },
    'profile-friend-of-friend': async ({ page }, emil) => {
      await openPost(page, emil.far);
      await page.getByRole('button', { name: 'Ada Moreau' }).first().click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
    },
    'profile-stranger': async ({ page }, emil) => {
      await openPost(page, emil.far);
      await page.getByRole('button', { name: 'Cleo Papadakis' }).first().click();
      await page.getByText('Not in your network').waitFor();
    },
    'connection-path': async ({ page }, emil) => {
      await openPost(page, emil.far);
      await page.getByRole('button', { name: 'Ada Moreau' }).first().click();
      await page.getByRole('button', { name: 'View connection' }).click();
      await page.getByRole('dialog', { name: 'How you know Ada' }).waitFor();
    },
    'connection-path-long': async ({ page }, emil) => {
      await openPost(page, emil.far);
      await page.getByRole('button', { name: 'Cleo Papadakis' }).first().click();
      await page.getByRole('button', { name: 'View connection' }).click();
      await page.getByText('longer than four').waitFor();
    },
    'who-can-see-specific': async ({ page }) => {
      await page.goto('/posts');
      await page
        .getByRole('button', { name: /^Specific people: who can see/ })
        .first()
        .click();
      await dialog(page);
    },
    'groups-invited': at('/groups'),
    'group-empty': async ({ page }, emil) => {
      await page.goto(`/groups/${emil.empty}`);
      await page.getByText('Nothing said yet').waitFor();
    },
    'group-many': chat,
    'group-earlier': async (scene, emil) => {
      await chat(scene, emil);
      await message(scene.page, 'Sunday, then. The door').hover();
      await scene.page.mouse.wheel(0, -700);
      await scene.page.getByRole('button', { name: 'To the newest message' }).waitFor();
    },
    'group-reply': async (scene, emil) => {
      const { page } = scene;
      await chat(scene, emil);
      await actions(page, 'Then I bring what goes into it');
      await page.getByRole('button', { name: 'Reply', exact: true }).click();
      await page.getByText('Replying to Femi Balogun').waitFor();
      await page.getByLabel('Message', { exact: true }).fill('Bring twice as many.');
      return { after: () => page.getByLabel('Message', { exact: true }).fill('') };
    },
    'group-edit': async (scene, emil) => {
      const { page } = scene;
      await chat(scene, emil);
      await actions(page, 'Sunday, then. The door');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByText('Editing your message').waitFor();
      return { after: () => page.getByRole('button', { name: 'Stop editing' }).click() };
    },
    'group-actions': async (scene, emil) => {
      await chat(scene, emil);
      await actions(scene.page, 'Then I bring what goes into it');
    },
    'group-manage': at((_, emil) => `/groups/${emil.group}/settings`),
    'group-manage-members': async ({ page }, emil) => {
      await page.goto(`/groups/${emil.group}/settings`);
      await page.getByRole('button', { name: 'Manage Tom Ashby' }).click();
      await page.getByRole('menuitem', { name: 'Make admin' }).waitFor();
    },
  },
});

async function actions(page: Page, text: string): Promise<void> {
  const row = message(page, text);
  // On a phone the button is the whole bubble, with the text and its links above it.
  await row.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await dialog(page);
}
