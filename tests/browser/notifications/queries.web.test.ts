/** How much a list of notifications reads from the local store. */
import { expect } from 'vitest';
import { openList, row, test } from '../../support/fixtures/notifications.ts';

test('50 notifications read the rows that they name in a few transactions, not in one for each', async ({
  openDevice,
  people: { ana, ben },
  circle,
}) => {
  for (let nth = 1; nth <= 50; nth += 1) {
    await circle.comment(ben, await circle.post(ana, { content: `Who is guest ${nth}?` }), `Guest ${nth} comes`);
  }
  const phone = await openDevice();
  await phone.getByRole('link', { name: 'Notifications, 50 unread' }).waitFor();
  await phone.addInitScript(() => {
    const counting = globalThis as unknown as { transactions: number };
    counting.transactions = 0;
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...args) {
      const [stores] = args;
      if (this.name.endsWith('--store') && /^(posts|comments)\b/.test([stores].flat().join())) counting.transactions += 1;
      return transaction.apply(this, args);
    };
  });
  await openList(phone);
  await row(phone, 'Guest 50 comes').waitFor();
  await row(phone, 'Guest 1 comes').waitFor();
  const transactions = await phone.evaluate(() => (globalThis as unknown as { transactions: number }).transactions);
  expect(transactions).toBeGreaterThan(0);
  expect(transactions).toBeLessThan(20);
});
