import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProfile, type Profile } from '../support/browser.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana');
const ben = person('Ben');
let server: TestServer;
let profile: Profile;

beforeAll(async () => {
  server = await startServer();
  await register(server, ana);
  await register(server, ben);
  await befriend(server, ana, ben);
  profile = await openProfile({ url: server.url });
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
});

test('where no worker can start, the page itself replicates', async () => {
  const { page } = profile;
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', {
      value: class {
        constructor() {
          throw new Error('no workers here');
        }
      },
    });
  });
  await signIn(page, ana);
  const client = await clientOf(server, ben);
  for (const content of ['fetched by the page', 'brought by its stream']) {
    expect((await client.post('/api/posts', { id: uuid(), content, visibility_type: 'friends' })).status).toBe(201);
    await page.getByText(content).waitFor();
  }
  expect(page.workers()).toHaveLength(0);
  await page.reload();
  await page.getByText('brought by its stream').waitFor();
  expect(profile.complaints).toEqual([]);
});
