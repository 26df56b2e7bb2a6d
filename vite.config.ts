import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type ProxyOptions } from 'vite';
import { clientOutput } from './scripts/client-chunks.ts';
import { emojiListPlugin } from './scripts/emoji-list.ts';
import { iconFilesPlugin } from './scripts/icon-files.ts';
import { sharedWorkersPlugin } from './scripts/shared-workers.ts';
import { staticPagePlugin } from './scripts/static-page.ts';

/**
 * Builds the page and its workers into `dist/client`, and with `--ssr` the server into `dist/server`.
 * Everything in `/assets` carries its content's hash in its name, so it may be cached for ever; only `index.html`, `sw.js` and
 * what `public/` holds keep their names. In development the page is served here and the rest is asked of the running server.
 */
const server = process.env.KITH_DEV_SERVER ?? 'http://127.0.0.1:3000';
const proxied: ProxyOptions = { target: server, changeOrigin: false };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    sharedWorkersPlugin(),
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
