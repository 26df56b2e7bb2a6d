/**
 * Builds what is out of date: the page with its replication worker, the service worker, the server. A part that was built from the same
 * sources is left alone, so a second start does not wait. Each part is built in a directory of its own and put in place when it is
 * complete: a running server never serves half of it.
 */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installedPostgres, linkLibraries } from '../sync-server/db/embedded/postgres-binaries.ts';
import { waitForLock } from './build-lock.ts';
import { compressFiles } from './compress.ts';
import { renderedDocsPlugin } from './rendered-docs.ts';
import { keepRetiredAssets, type Retired } from './retired-assets.ts';
import { buildServiceWorker } from './service-worker-build.ts';
import { hashSources } from './source-hash.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampFile = join(dist, 'build.json');

const common = ['schemas', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts'];
type Part = 'client' | 'server';
const sources: Readonly<Record<Part, readonly string[]>> = {
  client: [
    ...common,
    'index.html',
    'src',
    'workers',
    'public',
    'scripts/client-chunks.ts',
    'scripts/emoji-list.ts',
    'scripts/icon-files.ts',
    'scripts/service-worker-build.ts',
    'scripts/shared-workers.ts',
    'scripts/static-page.ts',
    'scripts/compress.ts',
    'scripts/retired-assets.ts',
  ],
  server: [
    ...common,
    'sync-server',
    'scripts/rendered-docs.ts',
    'docs/first-steps.md',
    'docs/realtime.md',
    'docs/protocol.md',
    'src/ui/tokens.css',
  ],
};

/** The hash of the sources of each part, and since when files of earlier releases are replaced. */
interface Stamp {
  client?: string;
  server?: string;
  retired?: Retired;
}

/** Checked by hand: loading a library for this would slow down each start. */
function isStamp(value: unknown): value is Stamp {
  if (typeof value !== 'object' || value === null) return false;
  const { client = '', server = '', retired = {} }: Readonly<Record<string, unknown>> = { ...value };
  const times = typeof retired === 'object' && retired !== null ? Object.values(retired) : [null];
  return typeof client === 'string' && typeof server === 'string' && times.every((time) => typeof time === 'number');
}

async function readStamp(): Promise<Stamp> {
  try {
    const stamp: unknown = JSON.parse(await readFile(stampFile, 'utf8'));
    return isStamp(stamp) ? stamp : {};
  } catch {
    // Never built, or killed while writing it: everything is built anew.
    return {};
  }
}

async function putInPlace(made: string, place: string): Promise<void> {
  const old = `${place}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(place, old).catch(() => undefined);
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
}

async function buildClient(retired: Retired): Promise<Retired> {
  const { build } = await import('vite');
  const place = join(dist, 'client');
  const made = join(dist, 'client.new');
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: made, emptyOutDir: true } });
  const assets = await readdir(join(made, 'assets'));
  await buildServiceWorker({ root, clientDir: made, assets });
  await compressFiles(made);
  const kept = await keepRetiredAssets({ before: place, after: made, retired, now: Date.now() });
  await putInPlace(made, place);
  return kept;
}

async function buildServer(): Promise<void> {
  const { build } = await import('vite');
  const made = join(dist, 'server.new');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [renderedDocsPlugin()],
    build: {
      ssr: join(root, 'sync-server/main.ts'),
      outDir: made,
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      // One file beside its migrations and pictures: a module that looks for a neighbour by its own address finds it there.
      rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
    },
  });
  for (const part of ['migrations', 'today']) await cp(join(root, 'sync-server/db', part), join(made, part), { recursive: true });
  await cp(join(root, 'sync-server/demo/demo-portraits'), join(made, 'demo-portraits'), { recursive: true });
  await putInPlace(made, join(dist, 'server'));
}

/** Brings `dist/` up to date. Returns the names of the parts that it built. */
export async function build({ log = console.log }: { log?: (line: string) => void } = {}): Promise<Part[]> {
  await mkdir(dist, { recursive: true });
  const release = await waitForLock(join(dist, 'build.lock'));
  // The build is what members get, also in a test. Under a test runner's NODE_ENV the page would contain React's development build and
  // register no service worker, and a later start would take it for up to date.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const stamp = await readStamp();
    const built: Part[] = [];
    for (const part of ['client', 'server'] as const) {
      const hash = await hashSources(root, sources[part]);
      const entry = join(dist, part, part === 'client' ? 'sw.js' : 'main.js');
      const exists = await readFile(entry).then(
        () => true,
        () => false,
      );
      if (exists && stamp[part] === hash) continue;
      const begun = performance.now();
      if (part === 'client') stamp.retired = await buildClient(stamp.retired ?? {});
      else await buildServer();
      stamp[part] = hash;
      await writeFile(stampFile, JSON.stringify(stamp, null, 2));
      built.push(part);
      log(`Built the ${part} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    // Who installs may write to node_modules, the server's user perhaps not: without the links it would copy 60 MB at its first start.
    const postgres = await installedPostgres();
    if (postgres !== null) await linkLibraries(postgres);
    return built;
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    await release();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await build();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
