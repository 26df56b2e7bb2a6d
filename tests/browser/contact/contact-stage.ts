/** A server with an operator, and the form that writes to them. */
import type { Page } from 'playwright-core';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { AppOptions } from '../../support/start-app.ts';

export const OPERATOR = 'operator@kith.test';

export const test = browserTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { CONTACT_EMAIL: OPERATOR } }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'));

export const subject = (page: Page) => page.getByLabel('Subject');
export const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
export const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });
export const sent = (page: Page) => page.getByRole('heading', { name: 'Message sent' });
