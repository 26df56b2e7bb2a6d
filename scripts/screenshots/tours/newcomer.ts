/** A member who has just joined, and what they see before there is anything to see. */
import { befriend } from '../full-table.ts';
import { at, chooseAudience, cut, heading, heal, signIn, stall, upToDate } from '../steps.ts';
import { type Scene, tour } from '../tour.ts';

const nowhere = '00000000-0000-7000-8000-000000000000';

const waits = (path: string) => async (scene: Scene) => {
  await at(path)(scene, undefined);
  await scene.page.locator('[aria-busy=true]').first().waitFor();
  return { waits: true };
};

export const newcomer = tour({
  name: 'newcomer',
  async begin({ page, demo }) {
    const member = await demo.newcomer('Emil Holt');
    await signIn(page, member.login);
    await upToDate(page);
    return member;
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
    'feed-without-posts': async ({ page, demo }, member) => {
      await befriend(member, await demo.newcomer('Greta Sommer'));
      await page.goto('/posts');
      await page.getByText('No posts yet').waitFor();
    },
    'groups-none-with-friends': async ({ page }) => {
      await page.goto('/groups');
      await page.getByText('No groups yet').waitFor();
    },
  },
});

/** A device without any data yet: what loads, and what cannot. */
export const newcomerOffline = tour({
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
});
