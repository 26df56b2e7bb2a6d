/** The built server and its commands with every Node that Kith is meant for. npm brings those that do not run this test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { installNode, npmAnswers } from '../../scripts/npm-packages.ts';
import { test as programTest } from '../support/fixtures/program.ts';
import { clientOf, person, register } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';

const online = npmAnswers();
const running = process.versions.node.split('.')[0] ?? '';
const others = ['20', '22', '24'].filter((major) => major !== running);

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const test = programTest
  /** The program of the Node with this major version. */
  .extend('nodeOf', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'kith-node-'));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return (major: string): Promise<string> =>
      major === running ? Promise.resolve(process.execPath) : setUp('server', async () => installNode(major, folder));
  })
  /** What a circle does with its server, and an operator with `doctor`, from the first start to the last stop. */
  .extend('story', ({ nodeOf, runWith, folder }) => async (major: string) => {
    const node = await nodeOf(major);
    const dataDir = folder();
    const server = await startServer({ node, dataDir, env: { LOG_LEVEL: 'warn' } });
    try {
      const who = person('Ana');
      await register(server, who);
      const client = await clientOf(server, who);
      expect((await client.post('/api/posts', { content: `with Node ${major}`, visibility_type: 'friends' })).status).toBe(201);
      expect(JSON.stringify((await client.get('/api/posts')).body)).toContain(`with Node ${major}`);
      expect((await client.get('/api/health')).body.data).toMatchObject({ status: 'ok' });

      const doctor = runWith(node, { DATA_DIR: dataDir, PORT: String(server.port), PUBLIC_URL: server.url }, 'kith', 'doctor', '--json');
      expect(await doctor.ended, doctor.written.out).toEqual([0, null]);
      expect(doctor.written.err).toBe('');
      const findings: { name: string; text: string }[] = JSON.parse(doctor.written.out);
      expect(findings.find(({ name }) => name === 'versions')?.text).toContain(`Node ${major}.`);

      expect(await server.terminate()).toBe(0);
      // This Node has nothing to say against what Kith uses.
      expect(server.output()).not.toMatch(/warning|deprecat/i);
    } finally {
      await server.stop();
    }
  });

test('everything works with the Node that runs this test', ({ story }) => story(running));

describe.skipIf(!online)('with another Node (skipped where npm cannot be reached)', () => {
  test.for(others)('everything works with Node %s', (major, { story }) => story(major));
});
