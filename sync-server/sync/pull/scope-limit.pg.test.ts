import { expect } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { test } from '../../../tests/support/fixtures/server.ts';

const pullNaming = (count: number) => ({
  epoch: null,
  collections: { posts: { checkpoint: Object.fromEntries(Array.from({ length: count }, (_, n) => [n + 1, null])), limit: 20 } },
});

test('a pull that names more scopes than a member can have is refused', async ({ circle, server }) => {
  const ana = await circle.signUp('Ana');
  const pull = (body: unknown) => ana.client.post('/api/sync/pull', body, { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) });
  expect(await pull(pullNaming(40_000))).toMatchObject({ status: 400, body: { success: false, code: 'TOO_MANY_SCOPES' } });
  expect(await pull(pullNaming(server.engine.mostScopes + 1))).toMatchObject({ status: 400 });
  expect(await pull(pullNaming(server.engine.mostScopes))).toMatchObject({ status: 200 });
  // A full circle with 64 members within reach, and a hundred groups.
  expect(server.engine.mostScopes).toBeGreaterThan(3 * (1 + 9 + 65 + 64 + 200));
});
