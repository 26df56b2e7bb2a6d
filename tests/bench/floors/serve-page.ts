import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** For a page that registers `/sw.js`: caches what the page requests, and answers from there from then on. */
const serviceWorker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
const answer = async (request) => {
  const kept = await caches.open('floor');
  const held = await kept.match(request);
  if (held) return held;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
};
addEventListener('fetch', (event) => event.respondWith(answer(event.request)));
`;

/** Builds the page of a floor as the app is built, and serves it on loopback. */
export async function servePage(
  folder: 'local-store' | 'plain-page' | 'react-cards' | 'photo-page',
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'kith-floor-'));
  await build({
    configFile: false,
    root: join(import.meta.dirname, folder),
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'baseline-widely-available', reportCompressedSize: false },
  });
  const server = createServer(async (request, response) => {
    if (request.url === '/sw.js') return response.setHeader('Content-Type', 'text/javascript').end(serviceWorker);
    const path = request.url === '/' ? '/index.html' : (request.url ?? '/');
    try {
      const content = await readFile(join(outDir, path));
      response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
