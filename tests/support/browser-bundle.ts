/** Bundles single modules of the page for a real browser. For tests that depend on the order in which React runs effects and renders. */
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';

const ENTRY = 'virtual:entry';

/**
 * Builds a module for `page.addScriptTag` from `entry`, which imports from `/src/...`. React is its development build. `instead` replaces
 * our own modules, each named by how its path ends.
 */
export async function bundleForBrowser(entry: string, instead: Readonly<Record<string, string>> = {}): Promise<string> {
  const replaced = (id: string) => Object.keys(instead).find((ending) => id.endsWith(ending));
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'development',
    define: { 'process.env.NODE_ENV': JSON.stringify('development') },
    plugins: [
      react(),
      {
        name: 'entry',
        enforce: 'pre',
        resolveId(id) {
          if (id === ENTRY) return id;
          const ending = replaced(id);
          if (ending) return `virtual:${ending}`;
          return id.startsWith('/src/') ? `${process.cwd()}${id}` : undefined;
        },
        load: (id) => (id === ENTRY ? entry : instead[id.slice('virtual:'.length)]),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY, output: { codeSplitting: false } } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
