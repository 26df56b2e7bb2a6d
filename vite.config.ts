import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';

/**
 * Builds the page and its replication worker into `dist/client`, and with `--ssr` the server into `dist/server`.
 * Everything in `/assets` carries its content's hash in its name, so it may be cached for ever; only `index.html`, `sw.js` and
 * what `public/` holds keep their names. In development the page is served here and the rest is asked of the running server.
 */
const server = process.env.KITH_DEV_SERVER ?? 'http://127.0.0.1:3000';
const proxied: ProxyOptions = { target: server, changeOrigin: false, xfwd: true };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    assetsDir: 'assets',
    emptyOutDir: true,
    // Nothing is inlined as a data: address: the content security policy does not allow scripts and fonts from there.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '^/(api|dev|images|metrics)(/|\\?|$)': proxied },
    watch: { ignored: ['**/dist/**', '**/data/**', '**/docs/**', '**/sync-server/**'] },
  },
}));
