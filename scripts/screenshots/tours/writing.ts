/** Posts and comments while they are written. */
import type { Page } from 'playwright-core';
import { alert, asMember, choose, chooseAudience, commentField, openAudiences, openPost, postField } from '../steps.ts';
import { tour } from '../tour.ts';

const newPost = async (page: Page) => {
  await page.goto('/posts/create');
  await postField(page).waitFor();
};
const discardDraft = (page: Page) => async () => {
  await page.keyboard.press('Escape');
  await postField(page).fill('');
  await chooseAudience(page, 'Friends');
};

export const writing = tour({
  name: 'writing',
  begin: asMember,
  states: {
    'new-post': ({ page }) => newPost(page),
    'new-post-audiences': async ({ page }) => {
      await newPost(page);
      await postField(page).fill('Supper at ours on Friday. Bring a chair.');
      await openAudiences(page);
      return { after: discardDraft(page) };
    },
    'new-post-specific': async ({ page }) => {
      await newPost(page);
      await postField(page).fill('Supper at ours on Friday. Bring a chair.');
      await chooseAudience(page, 'Specific people');
      await page.getByRole('checkbox').first().check();
    },
    'new-post-draft': async ({ page }) => {
      await newPost(page);
      await page.getByText('Draft restored').waitFor();
      return {
        after: async () => {
          await page.getByRole('button', { name: 'Discard' }).click();
        },
      };
    },
    'new-post-too-long': async ({ page }) => {
      await newPost(page);
      await postField(page).fill('A very long supper. '.repeat(255));
      return { after: discardDraft(page) };
    },
    'edit-post': async ({ page, demo }) => {
      await page.goto(`/posts/${demo.ids.ownPost}/edit`);
      await postField(page).waitFor();
    },
    'edit-post-wider': async ({ page, demo }) => {
      await page.goto(`/posts/${demo.ids.ownPost}/edit`);
      await postField(page).waitFor();
      await chooseAudience(page, 'Public');
      await page.getByRole('button', { name: /^Update Post/ }).click();
      await alert(page);
      return {
        after: async () => {
          await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
          await chooseAudience(page, 'Friends');
        },
      };
    },
    'comment-writing': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await commentField(page).fill('I have brown paper, a warm iron, and a cat who has seen everything. Say when.');
    },
    'comment-draft': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await page.getByText('Draft restored').waitFor();
      return { after: () => commentField(page).fill('') };
    },
    'comment-another-text': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      const second = await page.context().newPage();
      await openPost(second, demo.ids.othersPost);
      await commentField(page).fill('Say when, and I bring the iron.');
      await second.getByText('Draft restored').waitFor();
      await commentField(second).fill('Could we do this on Sunday instead? I would have the whole afternoon.');
      await page.getByText('Both are kept').waitFor();
      await second.close();
      return {
        after: async () => {
          await page.getByRole('button', { name: 'Discard: the other text' }).click();
          await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
          await commentField(page).fill('');
        },
      };
    },
    'comment-too-long': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      await commentField(page).fill('Say when. '.repeat(502));
      await page.getByText('over limit').waitFor();
      return { after: () => commentField(page).fill('') };
    },
    'comment-edit': async ({ page, demo }) => {
      await openPost(page, demo.ids.othersPost);
      const own = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Hanna Berg' }) });
      await choose(page, own.last(), 'Edit');
      await page.getByLabel('Edit comment').waitFor();
    },
    'comment-delete': async ({ page, demo }) => {
      await openPost(page, demo.ids.ownPost);
      const others = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'More', exact: true }) });
      await choose(page, others.first(), 'Delete');
      await alert(page);
    },
  },
});
