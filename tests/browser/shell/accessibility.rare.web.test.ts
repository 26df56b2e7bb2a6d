/** What keeps people from using a screen: those that few people open, and questions and errors on the others. */
import { expectClean, expectNoBarriers, test } from './accessibility-stage.ts';

expectNoBarriers({
  'edit post': { at: ({ post }) => `/posts/${post}/edit`, shown: (page) => page.getByRole('button', { name: /^Update/ }) },
  'post not found': { at: () => '/posts/00000000-0000-7000-8000-000000000000', shown: (page) => page.getByText('Post not found') },
  'group settings': { at: ({ group }) => `/groups/${group}/settings`, shown: (page) => page.getByRole('list', { name: 'Members' }) },
  'no photos of a friend': { at: ({ ana }) => `/friends/${ana}/photos`, shown: (page) => page.getByText('No photos yet') },
  'no photos of a group': { at: ({ group }) => `/groups/${group}/photos`, shown: (page) => page.getByText('No photos yet') },
  chat: { at: () => '/chat', shown: (page) => page.getByRole('heading', { name: /coming soon/ }) },
  'nothing shared': { at: () => '/share', shown: (page) => page.getByRole('heading', { name: 'Nothing waits here' }) },
  contact: { at: () => '/contact', shown: (page) => page.getByLabel('Subject') },
  terms: { at: () => '/terms', shown: (page) => page.getByText('account deletion') },
  privacy: { at: () => '/privacy', shown: (page) => page.getByText('account deletion') },
  security: { at: () => '/security', shown: (page) => page.getByText('account deletion') },
});

test('the question before a post is deleted has no barriers', async ({ open, people: { hanna, ids } }) => {
  const { page } = await open(hanna, { at: `/posts/${ids.post}` });
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Delete this post?').waitFor();
  await expectClean(page, 'confirmation');
});

test('an invitation without an address has no barriers', async ({ open, people: { hanna } }) => {
  const { page } = await open(hanna, { at: '/friends' });
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByLabel('Email', { exact: true }).press('Enter');
  await page.getByText('Please enter an email address').waitFor();
  await expectClean(page, 'invite');
});
