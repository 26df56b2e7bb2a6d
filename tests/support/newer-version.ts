/**
 * Replaces the Kith that a server runs with a newer version. Its page is built from the same sources with another protocol version, and its
 * server accepts no older one.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OLDEST_ACCEPTED_VERSION, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { buildServiceWorker } from '../../scripts/service-worker-build.ts';
import type { TestServer } from './server.ts';

const root = resolve(import.meta.dirname, '../..');
const NEXT = PROTOCOL_VERSION + 1;
/** A file of the next version that a device caches. The version before does not have it, and no page loads it. */
export const FILE_OF_NEXT = 'assets/of-the-next.json';

/** Replaces a text that must occur exactly once. */
function replaceOnce(text: string, what: string, replacement: string): string {
  if (text.split(what).length !== 2) throw new Error(`${what} does not stand there exactly once`);
  return text.replace(what, replacement);
}

let built: Promise<string> | undefined;

/** The page of the next version, built once for all tests of this process. */
function nextClient(): Promise<string> {
  const protocol: Edit = ['schemas/protocol/version.ts', `PROTOCOL_VERSION = ${PROTOCOL_VERSION};`, `PROTOCOL_VERSION = ${NEXT};`];
  built ??= buildClient('next', [protocol], [FILE_OF_NEXT]);
  return built;
}

/** A text that occurs once in a source file, and its replacement. */
export type Edit = readonly [file: string, what: string, by: string];

/** Builds the page from the same sources with these edits. A `meta` element names the build. */
export async function buildClient(name: string, edits: readonly Edit[], files: readonly string[] = []): Promise<string> {
  const { build } = await import('vite');
  const outDir = await mkdtemp(join(tmpdir(), `kith-${name}-`));
  // In a test runner's environment Vite would make a development build, which has no service worker.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      plugins: [
        {
          name: 'kith:another-version',
          enforce: 'pre',
          transform: (code, id) =>
            edits
              .filter(([file]) => id.endsWith(file))
              .reduce<string | null>((text, [, what, by]) => replaceOnce(text ?? code, what, by), null),
        },
      ],
      build: { outDir, emptyOutDir: true },
    });
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
  const index = join(outDir, 'index.html');
  await writeFile(index, replaceOnce(await readFile(index, 'utf8'), '</head>', `<meta name="test-version" content="${name}"></head>`));
  for (const path of files) await writeFile(join(outDir, path), '{}');
  await buildServiceWorker({ root, clientDir: outDir, assets: await readdir(join(outDir, 'assets')) });
  return outDir;
}

export interface NewerVersion {
  /** The server runs with the next page, and still accepts the version before. */
  offer(): Promise<void>;
  /** Runs the next version from now on; pages of the version before still find their own files. */
  install(): Promise<void>;
  /** The same, but a file that devices cache is missing, so its service worker cannot be installed. */
  installIncomplete(): Promise<void>;
  /** The server runs with the service worker of the next page, but still has the page of the version before. */
  offerInPart(): Promise<void>;
  /** The server demands the next version but serves the page of the version before. */
  askInVain(): Promise<void>;
  /** Runs the version before again. */
  takeBack(): Promise<void>;
}

/** Replaces the page of this server with another one; it is served after the server's next restart. */
export async function putClient({ clientDir }: TestServer, client: string): Promise<void> {
  // The compressed files are of the old page.
  const names = await readdir(clientDir);
  await Promise.all(names.filter((name) => /\.(?:br|gz)$/.test(name)).map((name) => rm(join(clientDir, name))));
  await cp(client, clientDir, { recursive: true });
}

export async function newerVersionFor(app: TestServer): Promise<NewerVersion> {
  const { clientDir } = app;
  const main = join(clientDir, '../server/main.js');
  const before = await mkdtemp(join(tmpdir(), 'kith-before-'));
  await cp(clientDir, before, { recursive: true, filter: (path) => !path.startsWith(join(clientDir, 'assets')) });
  const [serverBefore, next] = [await readFile(main, 'utf8'), await nextClient()];

  async function run(client: string, server: string, change?: () => Promise<void>): Promise<void> {
    await putClient(app, client);
    await change?.();
    await writeFile(main, server);
    await app.restart();
  }
  // The build inlines the number in place of the constant's name.
  const serverNext = replaceOnce(serverBefore, `Number(version) < ${OLDEST_ACCEPTED_VERSION})`, `Number(version) < ${NEXT})`);
  return {
    offer: () => run(next, serverBefore),
    install: () => run(next, serverNext),
    installIncomplete: () => run(next, serverNext, () => rm(join(clientDir, FILE_OF_NEXT))),
    offerInPart: () => run(next, serverBefore, () => cp(join(before, 'index.html'), join(clientDir, 'index.html'))),
    askInVain: () => run(before, serverNext),
    takeBack: () => run(before, serverBefore),
  };
}
