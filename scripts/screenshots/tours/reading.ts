/** The feed and posts, as a member of the demo reads them. */
import type { Page } from 'playwright-core';
import { alert, asMember, choose, dialog, openPost, upToDate } from '../steps.ts';
import { type Scene, tour } from '../tour.ts';

const picker = async ({ page, demo }: Scene) => {
  await openPost(page, demo.ids.othersPost);
  await page.getByRole('button', { name: 'React', exact: true }).click();
  await page.getByRole('dialog', { name: 'Choose a reaction' }).waitFor();
};

async function whoCanSee(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /who can see/i })
    .first()
    .click();
  await dialog(page);
}

export const reading = tour({
  name: 'reading',
  begin: asMember,
  states: {
    feed: async ({ page }) => {
      await page.goto('/posts');
      await page.getByRole('article').nth(3).waitFor();
      await upToDate(page);
    },
    'feed-end': async ({ page }) => {
      await page.goto('/posts');
      await page.getByRole('article').nth(3).waitFor();
      // Each page of posts that loads moves the end further down, and so does each card once it is measured.
      await page.waitForFunction(
        () => {
          const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
          scrollTo(0, document.documentElement.scrollHeight);
          return isAtEnd;
        },
        undefined,
        { polling: 500 },
      );
    },
    post: ({ page, demo }) => openPost(page, demo.ids.othersPost),
    'post-picker': picker,
    'post-emoji': async (scene) => {
      await picker(scene);
      await scene.page.getByRole('button', { name: 'More emoji' }).click();
      await scene.page.getByRole('dialog', { name: 'Choose an emoji' }).getByRole('gridcell').nth(20).waitFor();
    },
    'post-reactions': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await page
        .getByRole('button', { name: /^\d+ reactions?/ })
        .first()
        .click();
      await dialog(page);
    },
    'post-own': async ({ page, demo }) => {
      await openPost(page, demo.ids.ownPost);
    },
    'post-menu': async ({ page, demo }) => {
      await openPost(page, demo.ids.ownPost);
      await page.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
    'post-delete': async ({ page, demo }) => {
      await openPost(page, demo.ids.ownPost);
      await choose(page, page.getByRole('banner'), 'Delete');
      await alert(page);
    },
    'who-can-see': async ({ page, demo }) => {
      await openPost(page, demo.ids.ownPost);
      await whoCanSee(page);
    },
    'who-can-see-sentence': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await whoCanSee(page);
    },
    profile: async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await page.getByRole('main').locator('header button[aria-haspopup=dialog]').first().click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
    },
    'post-missing': async ({ page }) => {
      await page.goto('/posts/00000000-0000-7000-8000-000000000000');
      await page.getByText('Post not found').first().waitFor();
    },
  },
});
