/**
 * Bundles our service worker and writes into it the list of files that a device keeps from its first visit on: the whole app, so that every
 * screen opens without a network. The sync loop, which the service worker loads when there is something to send, is a second script.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of the app. Pictures for the installation dialog and compressed copies are not part of it. */
export const precached = ['**/*.{js,css,html,json,woff2,svg,png,webmanifest}'];
/**
 * Replication as one file is for browsers in which no worker can start: a device caches it once its browser has requested it. The loop is
 * kept by the browser itself, with the service worker.
 */
const notPrecached = ['sw.js', 'install/**', 'assets/unshared-*.js', 'assets/loop-*.js'];

/**
 * Writes `<clientDir>/sw.js` and `<clientDir>/assets/loop-<hash>.js`. `assets` are the names in /assets that belong to this build.
 *
 * @throws Error if a file would be left out
 */
export async function buildServiceWorker({
  root,
  clientDir,
  assets,
}: {
  root: string;
  clientDir: string;
  assets: readonly string[];
}): Promise<{ count: number; size: number }> {
  const [{ build, defaultClientConditions }, { injectManifest }] = await Promise.all([import('vite'), import('workbox-build')]);
  const work = await mkdtemp(join(tmpdir(), 'kith-sw-'));
  try {
    /** Builds one classic script, in a directory of its own, and returns its text. */
    const bundle = async (entry: string, name: string, define: Record<string, string> = {}): Promise<string> => {
      const outDir = join(work, name);
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"', ...define },
        // RxJS in the classes that browsers have, as in the page.
        resolve: { conditions: ['es2015', ...defaultClientConditions] },
        build: {
          outDir,
          emptyOutDir: true,
          target: 'baseline-widely-available',
          lib: { entry: join(root, 'workers/service-worker', entry), formats: ['iife'], name, fileName: () => 'script.js' },
        },
      });
      return readFile(join(outDir, 'script.js'), 'utf8');
    };
    const loop = await bundle('loop.ts', 'kithLoopScript');
    const loopName = `assets/loop-${createHash('sha256').update(loop).digest('base64url').slice(0, 8)}.js`;
    await mkdir(join(clientDir, 'assets'), { recursive: true });
    await writeFile(join(clientDir, loopName), loop);
    const worker = await bundle('main.ts', 'kithServiceWorker', { __KITH_LOOP__: JSON.stringify(`/${loopName}`) });
    await writeFile(join(work, 'sw.js'), worker);
    const current = new Set(assets.map((name) => `assets/${name}`));
    const { count, size, warnings } = await injectManifest({
      swSrc: join(work, 'sw.js'),
      swDest: join(clientDir, 'sw.js'),
      globDirectory: clientDir,
      globPatterns: precached,
      globIgnores: notPrecached,
      // Their names contain the hash already.
      dontCacheBustURLsMatching: /^assets\//,
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // Files of earlier releases are still served to pages that run them, but new visits do not need them.
      manifestTransforms: [
        (entries) => ({ manifest: entries.filter((entry) => !entry.url.startsWith('assets/') || current.has(entry.url)), warnings: [] }),
      ],
    });
    // Only a member who is offline would notice a missing file.
    if (warnings.length > 0) throw new Error(`The offline app would be incomplete: ${warnings.join(' ')}`);
    return { count, size };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
