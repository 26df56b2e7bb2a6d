/** Notifications of the demo. */
import { asMember, at } from '../steps.ts';
import { tour } from '../tour.ts';

export const notices = tour({
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
});
