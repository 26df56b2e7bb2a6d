import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { clientOutput } from './scripts/client-chunks.ts';
import { emojiListPlugin } from './scripts/emoji-list.ts';
import { iconFilesPlugin } from './scripts/icon-files.ts';
import { staticPagePlugin } from './scripts/static-page.ts';

/**
 * Builds the page and its replication worker into `dist/client`, and with `--ssr` the server into `dist/server`.
 * Everything in `/assets` carries its content's hash in its name, so it may be cached for ever; only `index.html`, `sw.js` and
 * what `public/` holds keep their names. In development the page is served here and the rest is asked of the running server.
 */
const server = process.env.KITH_DEV_SERVER ?? 'http://127.0.0.1:3000';
const proxied: ProxyOptions = { target: server, changeOrigin: false };

/**
 * Builds a worker as one more entry of the page's own build, not as a build of its own: what both need, the local database above all,
 * is then one file, which a device fetches once. `worker-` in its name means that the server sends a content security policy with it, as the
 * policy of a worker is that of its own file (`security-headers.ts`).
 */
function workersShareWithThePage(): Plugin {
  const asked = '?worker&url&shared';
  return {
    name: 'kith:workers-share-with-the-page',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(asked)) return null;
      const found = await this.resolve(source.slice(0, -asked.length), importer, { skipSelf: true });
      return found && `${found.id}?worker-entry`;
    },
    load(id) {
      if (!id.endsWith('?worker-entry')) return null;
      const entry = id.slice(0, -'?worker-entry'.length);
      // Named after its folder.
      const file = this.emitFile({ type: 'chunk', id: entry, name: `worker-${basename(dirname(entry))}` });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    workersShareWithThePage(),
    emojiListPlugin(),
    iconFilesPlugin(),
    ...(isSsrBuild ? [] : [staticPagePlugin(import.meta.dirname)]),
  ],
  // The one package in the page that writes <style> elements, which the content security policy forbids.
  resolve: {
    alias: { 'react-style-singleton': fileURLToPath(new URL('src/ui/overlays/style-singleton.ts', import.meta.url)) },
    // RxJS in the classes that browsers have, not in what imitates them.
    conditions: ['es2015', ...defaultClientConditions],
  },
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    assetsDir: 'assets',
    emptyOutDir: true,
    // Browsers that do not know it load a piece a little later.
    modulePreload: { polyfill: false },
    // Nothing is inlined as a data: address: the content security policy does not allow scripts and fonts from there.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // Most licences of what the page contains ask for their notice beside it: `/licences.md`.
    license: isSsrBuild ? false : { fileName: 'licences.md' },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      ...(isSsrBuild ? {} : { output: clientOutput(fileURLToPath(new URL('.', import.meta.url))) }),
    },
  },
  // Only where no worker can start is it asked for: the service worker does not keep it beforehand.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/unshared-[name]-[hash].js' } } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '^/(api|images|metrics)(/|\\?|$)': proxied },
    watch: { ignored: ['**/dist/**', '**/data/**', '**/docs/**', '**/sync-server/**'] },
  },
}));
