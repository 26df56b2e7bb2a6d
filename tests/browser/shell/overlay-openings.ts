/**
 * Everything that lies over the page, by the file that shows it, and how a member opens it. `tests/build/overlays.test.ts` finds those that
 * are not here.
 */
import type { Locator, Page } from 'playwright-core';
import { addAuthenticator } from '../../support/authenticator.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { plainPhoto } from '../../support/photos.ts';
import { chooseAudience, submit } from '../../support/post-form.ts';
import { answerWithPassword, letPresencePass, presenceSheet } from '../../support/presence.ts';
import { refusePhotosOf } from '../../support/refused-photos.ts';
import { openAbout, openAccount, openDevice } from '../../support/settings-rows.ts';
import type { StartedApp } from '../../support/start-app.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import type { World } from './overlays-stage.ts';

/** A press beside a question does nothing: it wants an answer. There is nothing beside a view. */
export type Kind = 'sheet' | 'question' | 'menu' | 'popover' | 'view';

export interface Opening {
  /** the page that is left below it, and stays */
  readonly at: (world: World) => string;
  /** what makes it possible to open it; once, before all else */
  readonly before?: (page: Page, world: World, server: Pick<StartedApp, 'sql'>) => Promise<void>;
  readonly open: (page: Page, world: World) => Promise<void>;
  readonly kind: Kind;
  /** the address opens it, so a reload does too: that of the page, or one of its own */
  readonly byAddress?: 'page' | 'own';
  /** who sees it: Ana, unless a visitor does */
  readonly visitor?: true;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const press = (name: string | RegExp) => async (page: Page) => button(page, name).first().click();
const more = (within: Locator) => within.getByRole('button', { name: 'More', exact: true }).click();
const item = (page: Page, name: string) => page.getByRole('menuitem', { name }).click();
const posts = () => '/posts';
const settings = () => '/settings';
const friends = () => '/friends';
const ownPost = ({ own }: World) => `/posts/${own}`;
const bensPost = ({ post }: World) => `/posts/${post}`;
const chat = ({ group }: World) => `/groups/${group}`;
const groupSettings = ({ group }: World) => `/groups/${group}/settings`;
const comment = (page: Page, words: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: words });
const setting = (name: string, openRows?: (page: Page) => Promise<void>): Opening => ({
  kind: 'sheet',
  at: settings,
  open: async (page) => {
    await openRows?.(page);
    await page.getByRole('button', { name }).first().click();
    await page
      .locator('[data-sheet]')
      .nth(openRows ? 1 : 0)
      .waitFor();
  },
});
const choosePhoto = (name: string) => async (page: Page) => {
  const asked = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await asked).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await plainPhoto('#2a7f62') });
};
const profile = (page: Page) => card(page, 'From Ben').getByRole('button', { name: 'Ben Okri' }).first().click();
const actions = (page: Page) =>
  page
    .getByRole('list', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Who comes along?' })
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter');
const dialog = (page: Page) => page.getByRole('dialog');
const react = (page: Page) =>
  comment(page, 'Well said')
    .getByRole('button', { name: /^React/ })
    .click();

/** A text that is begun and not sent. */
async function beginComment(page: Page, world: World): Promise<void> {
  await page.goto(bensPost(world));
  await page.getByLabel('Write a comment').fill('Half a thought');
  await draftStored(page, 'Half a thought');
}

/** An image that Ana's device gets from the server. */
async function faceOfCleo(page: Page, { cleo }: World): Promise<void> {
  await page.goto('/settings');
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await plainPhoto('#2a7f62'))]), 'face.png');
  const headers = { authorization: `Bearer ${cleo.client.token()}` };
  const sent = await fetch(new URL('/api/profiles/me/image', page.url()), { method: 'POST', headers, body: form });
  if (sent.status !== 201) throw new Error(`a face was answered with ${sent.status}`);
}

/** By the file below `src/`, as many as it shows. */
export const openings: Readonly<Record<string, readonly Opening[]>> = {
  'features/account/arrival/face-field.tsx': [
    { kind: 'sheet', at: ({ mailed }) => mailed, visitor: true, open: choosePhoto('Add a photo (optional)') },
  ],
  'features/account/arrival/privacy-sheet.tsx': [
    { kind: 'sheet', at: ({ mailed }) => mailed, visitor: true, open: press('What Kith keeps about you, and who can read it') },
  ],
  'features/account/devices/device-list.tsx': [setting('Devices', openAccount)],
  'features/account/own-data/delete-account-sheet.tsx': [setting('Delete account')],
  'features/account/own-data/export-sheet.tsx': [setting('Export your data', openAccount)],
  'features/account/presence/presence-sheet.tsx': [
    {
      kind: 'sheet',
      at: settings,
      before: (_, { ana }, server) => letPresencePass(server, ana),
      open: async (page) => {
        await openAccount(page);
        await page.getByRole('button', { name: 'Change your password' }).click();
        await page.getByLabel('New password', { exact: true }).fill('another horse 8');
        await page.getByLabel('Confirm new password').fill('another horse 8');
        await dialog(page).getByRole('button', { name: 'Change your password' }).click();
        await presenceSheet(page).waitFor();
      },
    },
  ],
  'features/account/request-sheet.tsx': [setting('Change your email', openAccount)],
  'features/account/sign-in/sign-out-button.tsx': [
    {
      at: settings,
      before: beginComment,
      open: press('Sign out'),
      kind: 'question',
    },
  ],
  'features/account/ways-in/passkeys-sheet.tsx': [
    setting('Passkeys', openAccount),
    {
      at: settings,
      before: async (page, { ana }, server) => {
        await letPresencePass(server, ana);
        await addAuthenticator(page);
        await page.goto('/settings');
        await upToDate(page);
        await openAccount(page);
        await page.getByRole('button', { name: 'Passkeys' }).click();
        await page.getByLabel('Name', { exact: true }).fill('Blue phone');
        await button(page, 'Add a passkey').click();
        await answerWithPassword(page, ana.password);
        await page.getByText('The passkey was added.').waitFor();
      },
      open: async (page) => {
        await openAccount(page);
        await page.getByRole('button', { name: 'Passkeys' }).click();
        await button(page, 'Remove Blue phone').click();
      },
      kind: 'question',
    },
  ],
  'features/account/ways-in/second-factor-sheet.tsx': [setting('Code at sign-in', openAccount)],
  'features/comments/comment-menu.tsx': [
    { kind: 'menu', at: bensPost, open: (page) => more(comment(page, 'Well said')) },
    {
      at: bensPost,
      open: async (page) => {
        await more(comment(page, 'Well said'));
        await item(page, 'Delete');
      },
      kind: 'question',
    },
  ],
  'features/friends/blocking/block-question.tsx': [
    {
      at: bensPost,
      open: async (page) => {
        await more(page.getByRole('banner'));
        await item(page, 'Block Ben Okri');
      },
      kind: 'question',
    },
  ],
  'features/friends/blocking/blocked-people.tsx': [
    setting('Blocked people', openAccount),
    {
      at: settings,
      before: async (_, { ana, cleo }) => void (await ana.client.put(`/api/profiles/${cleo.id}/block`)),
      open: async (page) => {
        await openAccount(page);
        await page.getByRole('button', { name: 'Blocked people' }).click();
        await button(page, 'Unblock Cleo Marsh').click();
      },
      kind: 'question',
    },
  ],
  'features/friends/invitations/asked-sheet.tsx': [{ kind: 'sheet', at: friends, open: press(/was asked: open the invitation$/) }],
  'features/friends/invitations/invite-sheet.tsx': [{ kind: 'sheet', at: friends, open: press('Invite') }],
  'features/friends/use-unfriend.tsx': [
    {
      at: posts,
      open: async (page) => {
        await profile(page);
        await button(page, 'More: Ben Okri').click();
        await item(page, 'Unfriend');
      },
      kind: 'question',
    },
  ],
  'features/groups/add-people.tsx': [{ kind: 'sheet', at: groupSettings, open: press('Add people') }],
  'features/groups/group-exit.tsx': [{ at: groupSettings, open: press('Delete group'), kind: 'question' }],
  'features/groups/member-manager.tsx': [
    { kind: 'menu', at: groupSettings, open: press('Manage Ben Okri') },
    {
      at: groupSettings,
      open: async (page) => {
        await button(page, 'Manage Ben Okri').click();
        await item(page, 'Remove from group');
      },
      kind: 'question',
    },
  ],
  'features/groups/use-decline-all.tsx': [{ at: () => '/groups', open: press(/^Decline all/), kind: 'question' }],
  'features/messages/message-sheet.tsx': [
    {
      at: chat,
      open: async (page) => {
        await actions(page);
        await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
      },
      kind: 'question',
    },
    { kind: 'sheet', at: chat, open: actions },
  ],
  'features/notifications/notification-choices.tsx': [setting('Notifications')],
  'features/notifications/notification-row.tsx': [{ kind: 'menu', at: () => '/notifications', open: press(/^More: /) }],
  'features/outbox/discard-button.tsx': [
    {
      at: () => '/posts?outbox',
      before: beginComment,
      open: (page) =>
        dialog(page)
          .getByRole('button', { name: /^Discard/ })
          .click(),
      kind: 'question',
      byAddress: 'page',
    },
  ],
  'features/account/own-data/device-photos.tsx': [
    {
      ...setting('Clear photos', async (page) => {
        await openDevice(page);
        // Cleo's face
        await page.getByText(/, \d+ photos?$/).waitFor();
      }),
      kind: 'question',
      before: faceOfCleo,
    },
  ],
  'features/outbox/outbox-sheet.tsx': [
    { kind: 'sheet', at: settings, open: (page) => page.getByTitle('Outbox').last().click(), byAddress: 'page' },
  ],
  'features/outbox/use-store-rescue.tsx': [{ ...setting('Clear and load again', openDevice), kind: 'question' }],
  'features/photos/viewed-photos.tsx': [
    {
      kind: 'view',
      at: ({ photos }) => `/posts/${photos}`,
      byAddress: 'own',
      open: (page) => page.getByRole('main').getByRole('button', { name: 'Photo', exact: true }).click(),
    },
  ],
  'features/posts/audience/audience-choice.tsx': [{ kind: 'sheet', at: () => '/posts/create', open: press(/^Who can see this:/) }],
  'features/posts/audience/audience-viewer.tsx': [{ kind: 'sheet', at: bensPost, open: press(/who can see this post$/) }],
  'features/posts/audience/widening-dialog.tsx': [
    {
      at: ({ secret }) => `/posts/${secret}/edit`,
      open: async (page) => {
        if (!(await submit(page).isEnabled())) await chooseAudience(page, 'Friends');
        await submit(page).click();
      },
      kind: 'question',
    },
  ],
  'features/posts/post-actions.tsx': [
    { kind: 'menu', at: ownPost, open: (page) => more(page.getByRole('banner')) },
    {
      at: ownPost,
      open: async (page) => {
        await more(page.getByRole('banner'));
        await item(page, 'Delete');
      },
      kind: 'question',
    },
  ],
  'features/photos/compose/photo-options.tsx': [
    {
      kind: 'sheet',
      at: () => '/posts/create',
      open: async (page) => {
        const photo = page.getByRole('button', { name: /^Photo\b.*, no description$/ }).first();
        if ((await photo.count()) === 0) await choosePhoto('Add photos')(page);
        await photo.click();
      },
    },
  ],
  'features/profiles/photo-sheet.tsx': [{ kind: 'sheet', at: settings, open: choosePhoto('Add a photo') }],
  'features/profiles/profile-menu.tsx': [
    {
      kind: 'menu',
      at: posts,
      open: async (page) => {
        await profile(page);
        await button(page, 'More: Ben Okri').click();
      },
    },
  ],
  'features/push/quiet-hours.tsx': [setting('Quiet hours')],
  'features/push/asking-card.tsx': [
    {
      kind: 'sheet',
      at: posts,
      before: async (page) => {
        // Safari on a phone, where only apps of the home screen have notices.
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });
          Reflect.deleteProperty(globalThis, 'PushManager');
        });
      },
      open: async (page) => {
        await setVisible(page, false);
        await setVisible(page, true);
        await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Show me how' }).click();
      },
    },
  ],
  'features/push/push-settings.tsx': [setting('Notices on this device')],
  'features/reactions/emoji-sheet.tsx': [
    {
      kind: 'sheet',
      at: bensPost,
      open: async (page) => {
        await react(page);
        await button(page, 'More emoji').click();
      },
    },
  ],
  'features/reactions/reaction-choices.tsx': [{ kind: 'popover', at: bensPost, open: react }],
  'features/reactions/reaction-details.tsx': [{ kind: 'sheet', at: bensPost, open: press(/^\d+ reactions?\b/) }],
  'features/reports/person-actions.tsx': [{ kind: 'menu', at: bensPost, open: (page) => more(page.getByRole('banner')) }],
  'features/reports/report-sheet.tsx': [
    {
      kind: 'sheet',
      at: bensPost,
      open: async (page) => {
        await more(page.getByRole('banner'));
        await item(page, 'Report');
      },
    },
  ],
  'features/unsent-photos/photo-entry.tsx': [
    {
      at: () => '/posts?outbox',
      before: async (page, _, server) => {
        const accept = await refusePhotosOf(server, { width: 640, height: 640 });
        await page.goto('/posts/create');
        await choosePhoto('Add photos')(page);
        await page.getByRole('button', { name: /^Photo\b.*, no description$/ }).waitFor();
        await submit(page).click();
        await page.getByRole('button', { name: 'Photo, not sent' }).waitFor();
        await accept();
      },
      open: (page) =>
        dialog(page)
          .getByRole('button', { name: /^Remove/ })
          .click(),
      kind: 'question',
      byAddress: 'page',
    },
  ],
  'screens/settings/about-settings.tsx': [{ kind: 'sheet', at: settings, open: openAbout }],
  'screens/settings/account-settings.tsx': [{ kind: 'sheet', at: settings, open: openAccount }],
  'screens/settings/device-settings.tsx': [{ kind: 'sheet', at: settings, open: openDevice }],
  'shell/person-sheet.tsx': [{ kind: 'sheet', at: posts, open: profile }],
  'shell/start/install-offer.tsx': [
    {
      kind: 'sheet',
      at: posts,
      before: async (page) => {
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });
        });
      },
      open: async (page) => {
        // The card appears while nobody looks at the page.
        await setVisible(page, false);
        await setVisible(page, true);
        await page.getByRole('region', { name: 'Install' }).getByRole('button', { name: 'Install' }).click();
      },
    },
  ],
};
