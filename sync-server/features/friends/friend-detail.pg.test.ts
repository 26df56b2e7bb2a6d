/** Who sees the details of whom, by the address of the API. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';

const test = serverTest
  /** Ana knows Ben, who knows Cleo. Nobody knows Dora. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    const [cleo, dora] = [await circle.signUp('Cleo'), await circle.signUp('Dora')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, cleo);
    return { ana, ben, cleo, dora };
  })
  .extend('detail', () => async (viewer: Member, id: string) => {
    const { status, body } = await viewer.client.get(`/api/friends/${id}/detail`);
    return { status, code: body.code, body };
  });

test('[FR3] direct friends see details; a friend of a friend is refused, and nothing of them is in the answer', async ({
  detail,
  people: { ana, ben, cleo },
}) => {
  expect(await detail(ana, ben.id)).toMatchObject({ status: 200, body: { data: { name: 'Ben', email: ben.email } } });
  const refused = await detail(ana, cleo.id);
  expect(refused).toMatchObject({ status: 403, code: 'NOT_ALLOWED' });
  expect(JSON.stringify(refused.body)).not.toContain('Cleo');
});

test('[FR4] outside of the network a member is answered like nobody at all, and so is the viewer', async ({
  detail,
  people: { ana, cleo, dora },
}) => {
  const nobody = await detail(ana, uuid());
  expect(nobody).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await detail(ana, dora.id)).toEqual(nobody);
  expect(await detail(ana, ana.id)).toEqual(nobody);
  expect(await detail(dora, cleo.id)).toEqual(nobody);
});
