/** Notifications of the demo. */
import { asMember, at } from '../steps.mjs';

export const notices = {
  name: 'notices',
  begin: asMember,
  states: {
    notifications: at('/notifications'),
    'notification-menu': async ({ page }) => {
      await page.goto('/notifications');
      await page
        .getByRole('button', { name: /^More: / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  },
};
