/** What every proxy in `deploy/` must do for Kith, checked in the same way behind each of them. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { IMAGE_MAX_BYTES } from '../../schemas/images/image.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { type Member, test as serverTest } from '../support/fixtures/server.ts';
import { setUp } from '../support/set-up-time.ts';
import type { AppOptions } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { type DeployedProxy, opensslProgram } from './deployed-proxy.ts';
import { connectTo, HOST, VISITOR, visit, visitPlainly } from './visitor.ts';

const MIB = 1024 * 1024;
const PUBLIC_URL = `https://${HOST}`;
const json = { 'content-type': 'application/json' };
const asMember = ({ client }: Member) => ({ authorization: `Bearer ${client.token()}` });

/** A picture that no compression makes smaller: almost as large as Kith accepts. */
const largePicture = (): Promise<Buffer> => {
  const side = 1310;
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
};

export interface ProxyUnderTest {
  readonly name: string;
  /** null if it is not installed; the checks are then skipped */
  readonly program: string | null;
  /** Starts it with its file from `deploy/`, in front of this port of this machine. */
  readonly start: (to: number) => Promise<DeployedProxy & { readonly stop: () => Promise<void> }>;
}

export function checkProxy({ name, program, start }: ProxyUnderTest): void {
  const test = serverTest
    .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL } }))
    .extend('proxy', { scope: 'file' }, async ({ server }, { onCleanup }) => {
      const proxy = await setUp('server', () => start(server.port));
      onCleanup(() => proxy.stop());
      return proxy;
    })
    .extend('visitor', async ({ proxy }, { onCleanup }) => {
      const visitor = await visit(proxy);
      onCleanup(() => visitor.close());
      return visitor;
    });

  // The visitor has an address of its own, which only Linux offers without set-up.
  describe.runIf(program !== null && opensslProgram !== null && process.platform === 'linux')(`behind ${name}`, () => {
    test('each event of a stream arrives at once, and a visitor who leaves ends the stream', async ({ circle, server, visitor }) => {
      const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
      // Connections that a proxy keeps for its next request would be counted too.
      await until(async () => (await server.connections()) === 0);
      const stream = visitor.open('/api/sync/stream', {
        method: 'POST',
        headers: { ...asMember(ana), ...json, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
        body: '{}',
      });
      await until(() => stream.text().includes('event: open'));
      const opened = stream.text().length;
      await circle.befriend(ana, ben);
      await until(() => stream.text().slice(opened).includes('event: '), 5_000);
      expect(await server.connections()).toBe(1);
      stream.close();
      await until(async () => (await server.connections()) === 0, 3_000);
    });

    test('Kith answers over HTTP/2, with its own headers and nothing added to them', async ({ proxy, server, visitor }) => {
      const socket = await connectTo(proxy, ['h2', 'http/1.1']);
      expect(socket.alpnProtocol).toBe('h2');
      socket.destroy();

      const [direct, through] = [await fetch(`${server.url}/api/health`), await visitor.ask('/api/health')];
      expect([through.status, JSON.parse(through.text).data.status]).toEqual([200, 'ok']);
      const kept = ['strict-transport-security', 'content-security-policy', 'cache-control', 'x-frame-options', 'referrer-policy'];
      for (const header of kept) expect(through.headers[header], header).toBe(direct.headers.get(header));
    });

    test('plain http leads to the same path over https', async ({ proxy }) => {
      const { status, location } = await visitPlainly(proxy, '/posts?from=mail');
      expect([301, 308]).toContain(status);
      expect(location).toBe(`${PUBLIC_URL}/posts?from=mail`);
    });

    test('an image of 5 MB passes, Kith itself refuses a larger one, and the proxy refuses more than 6 MB', async ({ circle, visitor }) => {
      const member = await circle.signUp('Cara');
      const send = (body: Buffer) =>
        visitor.ask('/api/profiles/me/image', { method: 'POST', headers: { ...asMember(member), 'content-type': 'image/png' }, body });
      const picture = await largePicture();
      expect(picture.length).toBeGreaterThan(5_000_000);
      expect(picture.length).toBeLessThan(IMAGE_MAX_BYTES);
      expect((await send(picture)).status).toBe(201);

      const refusedByKith = await send(Buffer.alloc(5.5 * MIB));
      expect([refusedByKith.status, refusedByKith.text]).toEqual([413, expect.stringContaining('IMAGE_TOO_LARGE')]);
      const refusedByProxy = await send(Buffer.alloc(6.1 * MIB));
      expect([refusedByProxy.status, refusedByProxy.headers['x-request-id']]).toEqual([413, undefined]);
    });

    test("Kith sees the visitor's address, whatever the visitor claims", async ({ server, visitor }) => {
      const claims: readonly Record<string, string>[] = [
        {},
        { 'x-forwarded-for': '198.51.100.1' },
        { 'x-forwarded-for': '127.0.0.1' },
        { 'x-forwarded-for': '198.51.100.1, 127.0.0.1', 'x-real-ip': '198.51.100.2', forwarded: 'for=198.51.100.3' },
        { 'x-forwarded-for': 'unknown, 2001:db8::1' },
      ];
      for (const claim of claims) {
        const seen = server.logged.length;
        const body = JSON.stringify({ email: 'nobody@kith.test', password: 'not this one 1' });
        const { status } = await visitor.ask('/api/auth/sign-in', { method: 'POST', headers: { ...json, ...claim }, body });
        expect(status).toBe(401);
        const lines = server.logged.slice(seen).map((line) => JSON.parse(line));
        const refused = lines.filter(({ event }) => event === 'sign-in-refused');
        expect(
          refused.map(({ client }) => client),
          JSON.stringify(claim),
        ).toEqual([VISITOR]);
      }
      expect(server.logged.filter((line) => line.includes('"level":40') && line.includes('TRUST_PROXY'))).toEqual([]);
    });
  });
}
