/** Notices are repaired when the device or the server has lost them, and switched on and off without a network. */
import { expect } from 'vitest';
import { inSync } from '../../support/on-screen.ts';
import { addressesOf, button, calledAt, endpointOf, heldBy, openNotices, row, says, sheet, test } from './push-stage.ts';

test('[R-23] a start mends what the server or the browser has lost; where the browser wants a press it says so', async ({
  phone,
  people: { ana },
  server,
}) => {
  const { page, push } = await phone();
  const calls = () => addressesOf(server.sql, ana.id);
  const again = async (says: string) => {
    await page.reload();
    await row(page).getByText(says, { exact: true }).waitFor();
  };
  await openNotices(page, 'Off');
  await button(page, 'Turn on').click();
  await calledAt(calls, [endpointOf(push)]);
  const first = endpointOf(push);

  // The server lost it.
  await server.sql`delete from push_subscriptions`;
  await page.reload();
  await calledAt(calls, [first]);

  // The browser lost it, and then the server got another key.
  push.demandsClick = false;
  push.held = null;
  await page.reload();
  await expect.poll(() => endpointOf(push) || first).not.toBe(first);
  const second = endpointOf(push);
  await calledAt(calls, [second]);
  const { key } = heldBy(push);
  push.held = { ...heldBy(push), key: Buffer.alloc(65, 7).toString('base64url') };
  await page.reload();
  await expect.poll(() => endpointOf(push) || second).not.toBe(second);
  expect(heldBy(push).key).toBe(key);
  await calledAt(calls, [endpointOf(push)]);

  push.demandsClick = true;
  push.held = null;
  await again('Switched off by this browser. Switch on again');
  await openNotices(page, 'Switched off by this browser. Switch on again');
  await button(page, 'Switch on again').click();
  await says(page, 'On. Nothing has arrived yet');
  await calledAt(calls, [endpointOf(push)]);
});

test('without a network it is on as soon as there is one, and off at once', async ({ phone, people: { ana }, server, faultProxy }) => {
  const { page, push } = await phone({ url: faultProxy.url });
  const calls = () => addressesOf(server.sql, ana.id);
  await openNotices(page, 'Off');
  faultProxy.refuse(/^\/api\/push\/subscription/);
  await button(page, 'Turn on').click();
  await says(page, 'On, as soon as the server knows');
  faultProxy.refuse(null);
  faultProxy.cut();
  await says(page, 'On, as soon as you are online');
  expect(await calls()).toEqual([]);
  faultProxy.heal();
  await says(page, 'On. Nothing has arrived yet');
  await calledAt(calls, [endpointOf(push)]);

  faultProxy.cut();
  await inSync(page, 'offline').first().waitFor({ state: 'attached' });
  await button(page, 'Turn off').click();
  await expect.poll(() => push.held).toBeNull();
  await sheet(page).getByText(/^Off/).waitFor();
  expect(await calls()).toHaveLength(1);
  faultProxy.heal();
  await calledAt(calls, []);
});
