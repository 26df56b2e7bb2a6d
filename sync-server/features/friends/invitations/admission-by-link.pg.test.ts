/** How many people a link lets in, in whichever browser they confirm their address, and what its maker sees of them. */
import { expect } from 'vitest';
import { address, test, times } from '../../../../tests/support/admission.ts';

const USED_UP = {
  status: 403,
  body: { code: 'INVITATION_NOT_OPEN', message: 'This invitation is no longer open. Please ask for a new one.' },
};

test('of twelve who sign up by a link for one person and confirm in other browsers, one gets in', async ({
  make,
  links,
  visitor,
  asking,
}) => {
  const { id, token } = await make();
  const guests = times(12).map((nth) => visitor(`Guest ${nth}`));
  for (const guest of guests) expect((await guest.signUp(token)).status).toBe(201);
  const [first, ...others] = guests;
  expect((await first?.confirmElsewhere())?.status).toBe(200);
  for (const guest of others) expect(await guest.confirmElsewhere()).toMatchObject(USED_UP);
  // The maker is not asked, because the owner of the address may never have seen the link. But they see who came.
  expect(await asking()).toEqual([]);
  expect(await links()).toMatchObject([{ id, used: 1, came: [{ name: 'Guest 0' }] }]);
  expect(await visitor('Late').signUp(token)).toMatchObject(USED_UP);
});

test.for([
  { uses: 1, guests: 10 },
  { uses: 3, guests: 10 },
])('of $guests who confirm elsewhere at the same moment, a link lets in $uses', async ({ uses, guests }, { make, links, visitor }) => {
  const { token } = await make(uses);
  const visitors = times(guests).map((nth) => visitor(`Guest ${nth}`));
  for (const guest of visitors) expect((await guest.signUp(token)).status).toBe(201);
  const answers = await Promise.all(visitors.map((guest, nth) => (nth % 2 === 0 ? guest.confirmElsewhere() : guest.confirm())));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(uses).fill(200), ...Array(guests - uses).fill(403)]);
  const [link] = await links();
  expect([link.used, link.came.length]).toEqual([uses, uses]);
});

test('signing up again without the link does not spare it, and asks nobody', async ({ make, links, visitor, asking }) => {
  const { token } = await make();
  const email = address();
  expect((await visitor('Nobody', email).signUp(token)).status).toBe(201);
  const noor = visitor('Noor', email);
  expect((await noor.signUp()).status).toBe(201);
  expect((await noor.confirm()).status).toBe(200);
  expect(await links()).toMatchObject([{ used: 1, came: [{ name: 'Noor' }] }]);
  expect(await asking()).toEqual([]);
});

test('who confirmed elsewhere may open the link afterwards and ask its maker; it is counted once', async ({
  make,
  links,
  visitor,
  asking,
}) => {
  const { token } = await make();
  const noor = visitor('Noor');
  await noor.signUp(token);
  noor.client.use((await noor.confirmElsewhere()).body.data.access_token);
  expect(await noor.client.post('/api/friends/invitations/take', { token })).toMatchObject({ status: 200 });
  expect(await asking()).toEqual(['Noor']);
  expect(await links()).toMatchObject([{ used: 1, came: [{ name: 'Noor' }] }]);
});

test('an address that was invited by mail needs no link, and uses none', async ({ circle, make, links, visitor }) => {
  const email = address();
  const ruth = await circle.signUp('Ruth', { email: address() });
  expect((await ruth.client.post('/api/friends/invite', { email })).status).toBe(201);
  const { token } = await make();
  const noor = visitor('Noor', email);
  await noor.signUp(token);
  expect((await noor.confirmElsewhere()).status).toBe(200);
  expect(await links()).toMatchObject([{ used: 0, came: [] }]);
});

test('a newcomer who blocks the maker is not named to them', async ({ mira, make, links, visitor }) => {
  const { token } = await make(3);
  const [noor, olaf] = [visitor('Noor'), visitor('Olaf')];
  for (const guest of [noor, olaf]) {
    await guest.signUp(token);
    guest.client.use((await guest.confirmElsewhere()).body.data.access_token);
  }
  expect((await noor.client.put(`/api/profiles/${mira.id}/block`)).status).toBe(200);
  expect(await links()).toMatchObject([{ used: 2, came: [{ name: 'Olaf' }] }]);
});
