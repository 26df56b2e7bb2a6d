/** Reacting on the screen with any emoji. */
import type { Locator, Page } from 'playwright-core';

/** The button for reacting to the open post. */
export const reactTo = (page: Page): Locator => page.getByRole('button', { name: 'React', exact: true });

/** The list of all emoji. */
export const allEmoji = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose an emoji' });

/** Opens that list for the post, and resolves to its search field. */
export async function openAllEmoji(page: Page): Promise<Locator> {
  await reactTo(page).click();
  await page.getByRole('button', { name: 'More emoji' }).click();
  await allEmoji(page).getByRole('gridcell', { name: 'Grinning face', exact: true }).waitFor();
  return allEmoji(page).getByLabel('Search emoji');
}
