/** A visitor. */
import type { Page } from 'playwright-core';
import { heading } from '../steps.ts';
import { tour } from '../tour.ts';

const auth = async (page: Page) => {
  // From another page: to go to the address of the present page is a reload, which keeps what was chosen there.
  await page.goto('/');
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).waitFor();
};
const landing = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
};

export const visitor = tour({
  name: 'visitor',
  begin: () => Promise.resolve(),
  states: {
    landing: ({ page }) => landing(page),
    'sign-up': async ({ page }) => {
      await landing(page);
      await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
      await page.getByLabel('Name', { exact: true }).waitFor();
    },
    'check-your-email': async ({ page }) => {
      await landing(page);
      await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill('Greta Sommer');
      await page.getByLabel('Email', { exact: true }).fill('greta.sommer@kith.example');
      await page.getByLabel('Password', { exact: true }).fill('wet paint 9');
      await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click();
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    },
    'confirm-address': async ({ page }) => {
      await page.goto('/auth?verify=not-used');
      await page.getByRole('button', { name: 'Confirm my address' }).waitFor();
    },
    'sign-in': async ({ page }) => {
      await auth(page);
      await page.getByLabel('Email', { exact: true }).fill('nobody@kith.example');
    },
    'sign-in-refused': async ({ page }) => {
      await auth(page);
      await page.getByLabel('Email', { exact: true }).fill('nobody@kith.example');
      await page.getByLabel('Password', { exact: true }).fill('not it 123');
      await page.getByRole('button', { name: 'Login', exact: true }).last().click();
      await page.getByText('Email or password is incorrect. Please try again.').waitFor();
    },
    'sign-in-provider-failed': async ({ page }) => {
      await page.goto('/auth?error=oauth_failed');
      await page.getByRole('button', { name: 'Forgot password?' }).waitFor();
    },
    'landing-unreachable': async ({ page }) => {
      await page.route('**/api/health', (route) => route.abort('connectionrefused'));
      await landing(page);
      await page.getByText('The server cannot be reached').waitFor();
      return { after: () => page.unroute('**/api/health') };
    },
    'forgot-password': async ({ page }) => {
      await auth(page);
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
    },
    'forgot-password-sent': async ({ page }) => {
      await auth(page);
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await page.getByLabel('Email', { exact: true }).fill('greta.sommer@kith.example');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await page.getByText('Password reset email sent successfully').first().waitFor();
    },
    'reset-password': async ({ page }) => {
      await page.goto('/auth/reset-password?token=not-used');
      await heading(page);
    },
    'confirm-new-address': async ({ page }) => {
      await page.goto('/auth?address=not-used');
      await heading(page);
    },
    'reset-link-expired': async ({ page }) => {
      await page.goto('/auth/reset-password?error=access_denied&error_code=otp_expired');
      await heading(page);
    },
    'landing-offline': async ({ page }) => {
      await landing(page);
      await page.context().setOffline(true);
      await page.getByText('Connection lost').waitFor();
      return { after: () => page.context().setOffline(false) };
    },
  },
});
