/** Steps that more than one tour takes. */
import type { Locator, Page } from 'playwright-core';
import type { Login } from './demo-server.ts';
import type { Scene } from './tour.ts';

const SYNC = '**/api/sync/**';

export async function signIn(page: Page, { email, password }: Login): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.waitForURL('**/posts');
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
export const dialog = (page: Page) => page.getByRole('dialog').waitFor();
export const alert = (page: Page) => page.getByRole('alertdialog').waitFor();
export const postField = (page: Page) => page.getByLabel('What would you like to share?');
export const commentField = (page: Page) => page.getByLabel('Write a comment');

/** Opens the choice of the audience, in the form of a post. */
export const openAudiences = (page: Page) => page.getByRole('button', { name: /^Who can see this:/ }).click();
export async function chooseAudience(page: Page, name: string): Promise<void> {
  await openAudiences(page);
  await page
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** A step that goes to a page and waits for its heading. */
export const at =
  <Own>(path: string | ((scene: Scene, own: Own) => string)) =>
  async (scene: Scene, own: Own): Promise<void> => {
    await scene.page.goto(typeof path === 'function' ? path(scene, own) : path);
    await heading(scene.page);
  };

export async function openPost(page: Page, id: string): Promise<void> {
  await page.goto(`/posts/${id}`);
  await commentField(page).waitFor();
}

/** Chooses an action from the menu in the bar above, or in another element. */
export async function choose(page: Page, from: Locator, action: string): Promise<void> {
  await from.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Signs a new browser in and loads the whole feed. */
export const asMember = async ({ page, demo }: Pick<Scene, 'page' | 'demo'>): Promise<void> => {
  await signIn(page, demo.login);
  await upToDate(page);
};

export async function upToDate(page: Page): Promise<void> {
  await page.locator('[data-sync=live]').waitFor();
}

/** Cuts sync: nothing reaches the server any more, and nothing comes from it. */
export const cut = (page: Page) => page.context().route(SYNC, (route) => route.abort());
/** Stalls sync: a request is never answered. */
export const stall = (page: Page) => page.context().route(SYNC, () => undefined);
export async function heal(page: Page): Promise<void> {
  await page.context().unroute(SYNC);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
