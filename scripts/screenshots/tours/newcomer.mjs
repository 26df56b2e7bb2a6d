/** Somebody who has just joined, and what they see before there is anything to see. */
import { at, chooseAudience, cut, heading, heal, signIn, stall, upToDate } from '../steps.mjs';

const nowhere = '00000000-0000-7000-8000-000000000000';

const waits = (path) => async (scene) => {
  await at(path)(scene);
  await scene.page.locator('[aria-busy=true]').first().waitFor();
  return { waits: true };
};

export const newcomer = {
  name: 'newcomer',
  async begin(scene) {
    scene.member = await scene.demo.newcomer('Emil Holt');
    await signIn(scene.page, scene.member.login);
    await upToDate(scene.page);
  },
  states: {
    'feed-without-friends': async ({ page }) => {
      await page.goto('/posts');
      await page.getByText('Build your tribe first').waitFor();
    },
    'friends-none': at('/friends'),
    'groups-none': at('/groups'),
    'notifications-none': at('/notifications'),
    'new-post-alone': async ({ page }) => {
      await page.goto('/posts/create');
      await chooseAudience(page, 'Specific people');
      await page.getByText('There is nobody to choose yet.').waitFor();
    },
    'feed-without-posts': async ({ page, demo, member }) => {
      const friend = await demo.newcomer('Greta Sommer');
      await member.post(`/friends/invite-by-id/${friend.id}`);
      const { items } = await friend.get('/friends/invitations/received');
      await friend.post(`/friends/invitations/${items[0].id}/respond`, { status: 'accepted' });
      await page.goto('/posts');
      await page.getByText('No posts yet').waitFor();
    },
    'groups-none-with-friends': async ({ page }) => {
      await page.goto('/groups');
      await page.getByText('No groups yet').waitFor();
    },
  },
};

/** A device that has nothing yet: what loads, and what cannot. */
export const newcomerOffline = {
  name: 'empty device',
  async begin({ page, demo }) {
    const { login } = await demo.newcomer('Emil Holt');
    await stall(page);
    await signIn(page, login);
  },
  states: {
    'feed-loading': async ({ page }) => {
      await page.goto('/posts');
      await page.getByText('Loading posts').waitFor({ state: 'attached' });
      return { waits: true };
    },
    'post-loading': waits(`/posts/${nowhere}`),
    'friends-loading': waits('/friends'),
    'friend-loading': waits(`/friends/${nowhere}`),
    'groups-loading': waits('/groups'),
    'notifications-loading': waits('/notifications'),
    'feed-error': async ({ page }) => {
      await heal(page);
      await cut(page);
      await page.goto('/posts');
      await page.getByText('Connection Error').waitFor();
      return { waits: true };
    },
    'friends-error': async ({ page }) => {
      await page.goto('/friends');
      await page.getByText('Connection Error').waitFor();
      return { waits: true };
    },
    'groups-error': async ({ page }) => {
      await page.goto('/groups');
      await page.getByText('Connection Error').waitFor();
      return { waits: true };
    },
    'notifications-error': async ({ page }) => {
      await page.goto('/notifications');
      await page.getByText('Connection Error').waitFor();
      return { waits: true };
    },
    'post-not-here': async ({ page }) => {
      await page.goto(`/posts/${nowhere}`);
      await page.getByText('This post is not on this device yet.').waitFor();
      return { waits: true };
    },
    'friend-not-here': async ({ page }) => {
      await page.goto(`/friends/${nowhere}`);
      await heading(page);
      await page.getByText('This friend is not on this device yet.').waitFor();
      return { waits: true };
    },
    'group-not-here': async ({ page }) => {
      await page.goto(`/groups/${nowhere}`);
      await page.getByText('This group is not on this device yet.').waitFor();
      return { waits: true };
    },
  },
};
