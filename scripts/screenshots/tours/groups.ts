/** Groups of the demo, and a new group. */
import { alert, asMember, at } from '../steps.ts';
import { tour } from '../tour.ts';

export const groups = tour({
  name: 'groups',
  begin: asMember,
  states: {
    groups: at('/groups'),
    group: async ({ page, demo }) => {
      await page.goto(`/groups/${demo.ids.group}`);
      await page.getByLabel('Message', { exact: true }).waitFor();
    },
    'group-settings': at(({ demo }) => `/groups/${demo.ids.ownGroup}/settings`),
    'group-details': at(({ demo }) => `/groups/${demo.ids.group}/settings`),
    'group-leave': async ({ page, demo }) => {
      await page.goto(`/groups/${demo.ids.group}/settings`);
      await page.getByRole('button', { name: 'Leave Group' }).click();
      await alert(page);
    },
    'group-delete': async ({ page, demo }) => {
      await page.goto(`/groups/${demo.ids.ownGroup}/settings`);
      await page.getByRole('button', { name: 'Delete group' }).click();
      await alert(page);
    },
    'group-missing': async ({ page }) => {
      await page.goto('/groups/00000000-0000-7000-8000-000000000000');
      await page.getByText('Group not found').first().waitFor();
    },
    'new-group': at('/groups/create'),
    'new-group-error': async ({ page }) => {
      await page.goto('/groups/create');
      await page.getByRole('button', { name: 'Create Group' }).click();
      await page.getByText('Group name is required').waitFor();
    },
    'new-group-invites': async ({ page }) => {
      await page.goto('/groups/create');
      await page.getByLabel('Group Name *').fill('Radio and knots');
      await page.getByRole('checkbox').first().check();
      await page.getByRole('checkbox').nth(1).check();
    },
  },
});
