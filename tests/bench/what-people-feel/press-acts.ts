/** The thirty acts whose presses are timed, in an order in which each begins where the one before has ended. */
import type { Locator, Page } from 'playwright-core';
import type { Shown } from './timed-press.ts';

export interface PressAct {
  readonly name: string;
  /** What has to be done before the press, for example typing. */
  readonly prepare?: (page: Page, lap: number) => Promise<unknown>;
  readonly press: (page: Page) => Locator | { readonly key: string };
  /** The number of the lap makes what is written differ. */
  readonly shown: (lap: number) => Shown;
}

/** The names that these acts press. */
export interface PressedNames {
  readonly group: string;
  readonly friend: string;
}

type Press = PressAct['press'];
const tab =
  (name: string): Press =>
  (page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const button =
  (name: string): Press =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first();
const sheet = (text: string) => (): Shown => ({ selector: '[role=dialog]', text });
const comment = (lap: number): string => `Yes, at eight (${lap})`;
const message = (lap: number): string => `On my way (${lap})`;
const post = (lap: number): string => `Soup at seven (${lap})`;

async function closeOverlay(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog], [role=menu], [role=alertdialog]').first().waitFor({ state: 'detached' });
}

/** The acts of a lap, from the feed to the feed. Each lap leaves one comment, one message and one reaction more. */
export const pressActs = ({ group, friend }: PressedNames): readonly PressAct[] => [
  { name: 'read more of a post', press: button('Read more'), shown: () => ({ selector: 'article button', text: 'Show less' }) },
  {
    name: 'open a post',
    press: (page) => page.getByRole('article').first().locator('p').first(),
    shown: () => ({ selector: 'main li', path: '^/posts/[0-9a-f-]{36}$' }),
  },
  {
    name: 'send a comment',
    prepare: (page, lap) => page.getByLabel('Write a comment').fill(comment(lap)),
    press: button('Send'),
    shown: (lap) => ({ selector: 'main li', text: comment(lap) }),
  },
  {
    name: 'the menu of a comment',
    press: (page) => page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first(),
    shown: () => ({ selector: '[role=menu]' }),
  },
  {
    name: 'Back to the feed',
    prepare: closeOverlay,
    press: button('Back'),
    shown: () => ({ selector: 'article[id]', path: '^/posts$' }),
  },
  { name: 'react', press: button('React'), shown: sheet('🤔') },
  { name: 'all emoji', press: button('More emoji'), shown: () => ({ selector: '[role=gridcell]' }) },
  {
    name: 'find an emoji',
    prepare: (page) => page.getByRole('gridcell', { name: 'Grinning face', exact: true }).waitFor(),
    press: () => ({ key: 'v' }),
    shown: () => ({ selector: '[role=gridcell]', text: '😀', gone: true }),
  },
  {
    name: 'choose an emoji',
    prepare: (page) => page.getByLabel('Search emoji').fill('avocado'),
    press: (page) => page.getByRole('gridcell', { name: 'Avocado' }),
    shown: () => ({ selector: 'article button[aria-label*="yours included"]' }),
  },
  {
    name: 'take a reaction back',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'React', exact: true }).first().click();
      await page.getByRole('button', { name: 'More emoji' }).click();
      await page.getByLabel('Search emoji').fill('avocado');
    },
    press: (page) => page.getByRole('gridcell', { name: 'Avocado' }),
    shown: () => ({ selector: 'article button[aria-label*="yours included"]', gone: true }),
  },
  {
    name: 'who can see a post',
    press: (page) => page.getByRole('button', { name: /who can see this post$/ }).first(),
    shown: sheet('Member'),
  },
  {
    name: 'who wrote a post',
    prepare: closeOverlay,
    press: (page) =>
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^Member/ }),
    shown: sheet('Member'),
  },
  {
    name: 'notifications',
    prepare: closeOverlay,
    press: (page) => page.getByRole('link', { name: /^Notifications/ }),
    shown: () => ({ selector: 'main li, main h2', path: '^/notifications$' }),
  },
  {
    name: 'mark all as read',
    press: button('Mark all as read'),
    shown: () => ({ selector: 'main button', text: 'Mark all as read', gone: true }),
  },
  { name: 'the tab of friends', press: tab('Friends'), shown: () => ({ selector: 'main li', text: friend, path: '^/friends$' }) },
  {
    name: 'open a friend',
    press: (page) => page.getByRole('list', { name: 'My Friends' }).getByRole('link', { name: new RegExp(`^${friend}\\b`) }),
    shown: () => ({ selector: 'main article', path: '^/friends/.' }),
  },
  { name: 'Back to friends', press: button('Back'), shown: () => ({ selector: 'main li', text: friend, path: '^/friends$' }) },
  { name: 'the tab of groups', press: tab('Groups'), shown: () => ({ selector: 'main li', text: group, path: '^/groups$' }) },
  {
    name: 'open a chat',
    press: (page) => page.getByRole('link', { name: new RegExp(`^${group}`) }),
    shown: () => ({ selector: 'textarea', path: '^/groups/.' }),
  },
  {
    name: 'send a message',
    prepare: (page, lap) => page.getByLabel('Message', { exact: true }).fill(message(lap)),
    press: button('Send'),
    shown: (lap) => ({ selector: '[data-own]', text: message(lap) }),
  },
  { name: 'Back to groups', press: button('Back'), shown: () => ({ selector: 'main li', text: group, path: '^/groups$' }) },
  { name: 'the tab of settings', press: tab('Settings'), shown: () => ({ selector: 'main', text: 'Quiet hours', path: '^/settings$' }) },
  {
    name: 'switch the theme',
    prepare: (page) => page.getByText('Light', { exact: true }).click(),
    press: (page) => page.getByText('Dark', { exact: true }),
    shown: () => ({ selector: 'html[data-theme=dark]' }),
  },
  { name: 'a sheet of settings', press: button('Quiet hours'), shown: sheet('Quiet hours') },
  {
    name: 'the tab of posts',
    prepare: async (page) => {
      await closeOverlay(page);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Friends' }).click();
      await page.getByRole('list', { name: 'My Friends' }).waitFor();
    },
    press: tab('Posts'),
    shown: () => ({ selector: 'article[id]', path: '^/posts$' }),
  },
  {
    name: 'write a post',
    press: (page) => page.getByRole('link', { name: /^New post|^Write your first post/ }).first(),
    shown: () => ({ selector: 'textarea', path: '^/posts/create$' }),
  },
  {
    name: 'the audiences of a post',
    prepare: (page, lap) => page.getByLabel('What would you like to share?').fill(post(lap)),
    press: (page) => page.getByRole('button', { name: /^Who can see this:/ }),
    shown: sheet('Only me'),
  },
  {
    name: 'choose an audience',
    press: (page) => page.getByRole('radio', { name: /^Friends/ }).first(),
    shown: () => ({ selector: '[data-sheet]', gone: true }),
  },
  {
    name: 'share a post',
    press: (page) => page.getByRole('button', { name: /^Share/ }),
    shown: (lap) => ({ selector: 'article[id]', text: post(lap), path: '^/posts$' }),
  },
  {
    name: 'delete a post',
    prepare: async (page) => {
      await page.getByRole('article').first().locator('p').first().click();
      await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
      await page.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }),
    shown: (lap) => ({ selector: 'article', text: post(lap), gone: true, path: '^/posts$' }),
  },
];
