/** How soon a password that many people use is refused, beside the time that an accepted one takes. */
import { expect } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { test } from '../../../tests/support/fixtures/server.ts';

test('the refusal comes before the password is hashed, and waits for nothing', async ({ server }) => {
  const timed = async (password: string, email: string): Promise<number> => {
    const started = performance.now();
    await apiClient(server.url).post('/api/auth/sign-up', { email, name: 'Rita', password });
    return performance.now() - started;
  };
  const accepted = await timed(PASSWORD, 'rita@kith.test');
  const refused = Math.min(await timed('password1', 'rita@kith.test'), await timed('password1', 'rob@kith.test'));
  expect(refused).toBeLessThan(accepted / 4);
});
