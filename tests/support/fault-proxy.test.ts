import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

let server: Server;
let proxy: FaultProxy;
let committed: string[];

beforeEach(async () => {
  committed = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      committed.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/stream') response.write('open\n');
      else response.end('x'.repeat(request.url === '/large' ? 20_000 : 10));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await startFaultProxy((server.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const get = async (path: string, init?: RequestInit) => (await fetch(`${proxy.url}${path}`, init)).text();

describe('a proxy before a server', () => {
  test('forwards requests and reports each of them', async () => {
    expect(await get('/a', { method: 'POST', body: 'one' })).toHaveLength(10);
    expect(await get('/b', { method: 'POST', body: 'GET /not-a-request HTTP/1.1\r\n\r\n' })).toHaveLength(10);
    expect(await get('/large')).toHaveLength(20_000);
    expect(proxy.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /a', 'POST /b', 'GET /large']);
  });

  test('cut: open connections are reset, new ones are refused; once healed, the same address answers', async () => {
    const stream = await fetch(`${proxy.url}/stream`);
    const reading = stream.text();
    proxy.cut();
    await expect(reading).rejects.toThrow();
    await expect(get('/a')).rejects.toThrow();
    proxy.heal();
    expect(await get('/a')).toHaveLength(10);
    expect(committed).toEqual(['GET /stream ', 'GET /a ']);
  });

  test('held back: a request arrives only when it is let through, and whole, even if its body was sent after its head', async () => {
    const release = proxy.hold('/a');
    const client = connect(proxy.port, '127.0.0.1');
    let answer = '';
    client.on('data', (chunk) => {
      answer += chunk;
    });
    client.write('POST /a HTTP/1.1\r\nHost: kith.test\r\nContent-Length: 3\r\n\r\n');
    await expect.poll(() => proxy.openRequests('/a')).toBe(1);
    client.write('one');
    expect(await get('/b')).toHaveLength(10);
    expect(committed).toEqual(['GET /b ']);
    release();
    await expect.poll(() => answer).toContain('x'.repeat(10));
    expect(committed).toEqual(['GET /b ', 'POST /a one']);
    client.write('GET /a HTTP/1.1\r\nHost: kith.test\r\n\r\n');
    await expect.poll(() => committed).toEqual(['GET /b ', 'POST /a one', 'GET /a ']);
    client.destroy();
  });

  test('refused: requests to one path do not arrive, all others do', async () => {
    proxy.refuse('/a');
    await expect(get('/a')).rejects.toThrow();
    expect(await get('/b')).toHaveLength(10);
    await expect(get('/a?again')).rejects.toThrow();
    proxy.refuse(null);
    expect(await get('/a')).toHaveLength(10);
    expect(committed).toEqual(['GET /b ', 'GET /a ']);
  });

  test('half open: a request neither arrives nor fails', async () => {
    await get('/a');
    proxy.halfOpen();
    await expect(get('/b', { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout/i);
    expect(committed).toEqual(['GET /a ']);
    proxy.heal();
    // One of the client's old connections may be reset first.
    await expect.poll(async () => await get('/c')).toHaveLength(10);
  });

  test('a dropped answer belongs to a request that the server has carried out', async () => {
    const dropped = proxy.dropAnswerTo('/push');
    await expect(get('/push', { method: 'POST', body: 'once' })).rejects.toThrow();
    await dropped;
    expect(committed).toEqual(['POST /push once']);
    expect(await get('/push', { method: 'POST', body: 'again' })).toHaveLength(10);
  });

  test('counts the open streams by path', async () => {
    const aborter = new AbortController();
    await get('/a');
    await fetch(`${proxy.url}/stream`, { signal: aborter.signal });
    expect(proxy.openRequests('/stream')).toBe(1);
    expect(proxy.openRequests('/a')).toBe(0);
    aborter.abort();
    await expect.poll(() => proxy.openRequests('/stream')).toBe(0);
  });

  test('delays and throttles without losing or reordering a byte', async () => {
    proxy.delay(50);
    const begun = performance.now();
    expect(await get('/a')).toHaveLength(10);
    expect(performance.now() - begun).toBeGreaterThan(95);
    proxy.delay(0);
    proxy.throttle(100_000);
    const slow = performance.now();
    expect(await get('/large')).toBe('x'.repeat(20_000));
    expect(performance.now() - slow).toBeGreaterThan(150);
  });

  test('one line: what is sent later waits for what is sent on another connection, and all of it is counted', async () => {
    proxy.throttle(100_000, 'one line');
    const begun = performance.now();
    const large = get('/a', { method: 'POST', body: 'x'.repeat(50_000) });
    await expect.poll(() => proxy.sent(), { interval: 1 }).toBe(50_000);
    await get('/b');
    expect(performance.now() - begun).toBeGreaterThan(450);
    await large;
    expect(committed.map((one) => one.slice(0, 7))).toEqual(['POST /a', 'GET /b ']);
  });

  test('stalled: a stream goes silent without an error, other connections go on', async () => {
    const stream = await fetch(`${proxy.url}/stream`);
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('open\n');
    expect(proxy.stall('/stream')).toBe(1);
    const silent = AbortSignal.timeout(200);
    const aborted = new Promise((resolve) => silent.addEventListener('abort', () => resolve('silent')));
    expect(await Promise.race([reader?.read(), aborted])).toBe('silent');
    expect(await get('/a')).toHaveLength(10);
    await reader?.cancel();
  });

  test('reset after a number of bytes: shorter answers pass, longer ones break off in the middle', async () => {
    proxy.resetAfter(() => 5000);
    expect(await get('/a', { headers: { connection: 'close' } })).toHaveLength(10);
    await expect(get('/large', { headers: { connection: 'close' } })).rejects.toThrow();
    expect(committed).toEqual(['GET /a ', 'GET /large ']);
    expect(proxy.resets()).toBe(1);
    proxy.resetAfter(null);
    expect(await get('/large')).toHaveLength(20_000);
  });
});
