/** Steps that more than one tour takes. */

const SYNC = '**/api/sync/**';

export async function signIn(page, { email, password }) {
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.waitForURL('**/posts');
}

export const heading = (page) => page.getByRole('heading', { level: 1 }).first().waitFor();
export const dialog = (page) => page.getByRole('dialog').waitFor();
export const alert = (page) => page.getByRole('alertdialog').waitFor();
export const postField = (page) => page.getByLabel('What would you like to share?');
export const commentField = (page) => page.getByLabel('Write a comment');

/** Who a post is for, in the form that it is written in. */
export const openAudiences = (page) => page.getByRole('button', { name: /^Who can see this:/ }).click();
export async function chooseAudience(page, name) {
  await openAudiences(page);
  await page
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** A page, with what it shows there. */
export const at = (path) => async (scene) => {
  await scene.page.goto(typeof path === 'function' ? path(scene) : path);
  await heading(scene.page);
};

export async function openPost(page, id) {
  await page.goto(`/posts/${id}`);
  await commentField(page).waitFor();
}

/** From the menu in the bar above, or of whatever has one. */
export async function choose(page, from, action) {
  await from.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Signs a new browser in and brings the whole feed to it. */
export const asMember = async ({ page, demo }) => {
  await signIn(page, demo.login);
  await upToDate(page);
};

export async function upToDate(page) {
  await page.locator('[data-sync=live]').waitFor();
}

/** Nothing reaches the server any more, and nothing comes from it. */
export const cut = (page) => page.context().route(SYNC, (route) => route.abort());
/** What is asked is never answered. */
export const stall = (page) => page.context().route(SYNC, () => undefined);
export async function heal(page) {
  await page.context().unroute(SYNC);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
