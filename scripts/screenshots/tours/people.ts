/** Friends, profiles, and what surrounds a member: settings, contact, legal pages. */
import type { Page } from 'playwright-core';
import { alert, asMember, at, dialog } from '../steps.ts';
import { tour } from '../tour.ts';

const invite = async (page: Page) => {
  await page.goto('/friends');
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await dialog(page);
};

/** Chooses from the menu of a friend's page. */
const menu = async (page: Page, name: string | RegExp) => {
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name }).click();
};

export const people = tour({
  name: 'people',
  begin: asMember,
  states: {
    friends: at('/friends'),
    'friends-lists': async ({ page }) => {
      await page.goto('/friends');
      await page.getByRole('list', { name: 'My Friends' }).waitFor();
      await page.mouse.move(200, 400);
      await page.mouse.wheel(0, 4000);
      await page.waitForFunction(() => scrollY > 100);
    },
    'friends-invite': ({ page }) => invite(page),
    'friends-invite-error': async ({ page }) => {
      await invite(page);
      await page.getByRole('dialog').getByLabel('Email').fill('ruth at home');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Send|Invite/ })
        .last()
        .click();
      await page.getByText('Please enter a valid email address').waitFor();
    },
    friend: at(({ demo }) => `/friends/${demo.ids.friend}`),
    'friend-report': async ({ page, demo }) => {
      await page.goto(`/friends/${demo.ids.friend}`);
      await menu(page, 'Report');
      await dialog(page);
    },
    'friend-unfriend': async ({ page, demo }) => {
      await page.goto(`/friends/${demo.ids.friend}`);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Unfriend/ })
        .click();
      await alert(page);
    },
    'friend-block': async ({ page, demo }) => {
      await page.goto(`/friends/${demo.ids.friend}`);
      await menu(page, /^Block/);
      await alert(page);
    },
    'friend-missing': async ({ page }) => {
      await page.goto('/friends/00000000-0000-7000-8000-000000000000');
      await page.getByText('Friend not found').first().waitFor();
    },
    settings: at('/settings'),
    'settings-edit': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: /^A line about you/ }).click();
    },
    'settings-notifications': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'What you want to hear of' }).click();
    },
    'settings-devices': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Devices' }).click();
      await page.getByText('This device', { exact: true }).waitFor();
    },
    'settings-blocked': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Blocked people' }).click();
      await page.getByText('You have not blocked anybody.').waitFor();
    },
    'settings-password': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Change your password' }).click();
    },
    'settings-delete': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await dialog(page);
    },
    'settings-email': async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Change your email' }).click();
      await dialog(page);
    },
    contact: at('/contact'),
    terms: at('/terms'),
    privacy: at('/privacy'),
    security: at('/security'),
    chat: at('/chat'),
  },
});
