/** Pieces of the page by themselves in a real browser, for what hangs on the order in which React does things. */
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';

const ENTRY = 'virtual:entry';

/**
 * A module for `page.addScriptTag`, made of `entry`, which imports from `/src/...`, with React as in development. Modules of ours
 * can be replaced, each named by how its address ends.
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
