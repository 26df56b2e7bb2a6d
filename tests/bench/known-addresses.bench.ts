/**
 * Whether the response time reveals that an address has an account: 200 addresses that have one against 200 that have none, requested
 * alternately.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { makeNetwork } from './circle.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median, spread } from './statistics.ts';

const EACH = sizeOf(200, 16);
const LANES = 4;
const WARM_UPS = 4;

const network = makeNetwork(EACH);
const known = network.members.map(({ email }) => email);
const unknown = known.map((_, n) => `nobody.${n}@kith.test`);

let kith: KithHost;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, network), { env: { RATE_LIMITS: '0' } });
});
afterAll(() => kith?.stop());

const kinds = [
  { what: 'a refused sign-in', path: '/api/auth/sign-in', more: { password: 'wrong 1234' } },
  { what: 'a sign-up', path: '/api/auth/sign-up', more: { password: 'another one 9', name: 'Somebody' } },
  { what: 'a link that is sent again', path: '/api/auth/resend-verification', more: {} },
  { what: 'a forgotten password', path: '/api/auth/forgot-password', more: {} },
] as const;

test('what the time of an answer reveals', async (context) => {
  for (const { what, path, more } of kinds) {
    const answers = new Set<string>();
    const ask = async (email: string, times: number[]): Promise<void> => {
      const begun = performance.now();
      const { status, body } = await apiClient(kith.url).post(path, { email, ...more });
      times.push(performance.now() - begun);
      answers.add(`${status} ${JSON.stringify(body)}`);
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    const lane = async (first: number): Promise<void> => {
      for (let n = first; n < EACH; n += LANES) {
        const pair = [() => ask(known[n] ?? '', times.known), () => ask(unknown[n] ?? '', times.unknown)];
        // The order of the two alternates, so that other load affects both.
        for (const one of n % 2 === 0 ? pair : pair.reverse()) await one();
      }
    };
    for (let n = 0; n < WARM_UPS; n += 1) await ask(`warm.up.${n}@kith.test`, []);
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
    expect(answers.size).toBe(1);

    const [slower, faster] =
      median(times.known) >= median(times.unknown) ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    report(context, {
      work: `${what}: an address that has an account, against one that has none`,
      unit: 'ms',
      ours: spread(times[slower]),
      floor: spread(times[faster]),
      floorName: faster,
      must: { atMost: 1.1 },
      aim: { atMost: 1.03 },
    });
  }
});
