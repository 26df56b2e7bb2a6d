import { join } from 'node:path';
import type { Rolldown } from 'vite';

const ICONS = /[\\/]lucide-react[\\/]/;

type Graph = Rolldown.ChunkingContext;

/**
 * Which modules of the page are in one file. Left to itself the bundler makes a file for every set of pages that share something: a hundred
 * small ones before a member sees the first post. Here, one file contains what everybody loads. Further files contain what members need for
 * the feed, what their worker needs as well, and what several of their other pages share. The code for visitors stays finely cut: they load
 * what their page needs and no more.
 */
export function clientOutput(root: string): Rolldown.OutputOptions {
  const closureOf = (names: readonly string[], { later = false } = {}) => {
    let closure: Set<string> | undefined;
    return (id: string, graph: Graph): boolean => {
      if (!closure) {
        closure = new Set(names.map((name) => join(root, name)));
        // A loop over a set also visits what is added during the loop.
        for (const one of closure) {
          const module = graph.getModuleInfo(one);
          if (!module) throw new Error(`${one} is not a module of the page: name what took its place in scripts/client-chunks.ts.`);
          // The one file that names every icon needs none of them.
          if (ICONS.test(one)) continue;
          for (const imported of module.importedIds) closure.add(imported);
          if (later) for (const imported of module.dynamicallyImportedIds) closure.add(imported);
        }
      }
      return closure.has(id);
    };
  };
  const visitors = ['landing', 'auth', 'google-callback', 'reset-password'].map((name) => `src/screens/${name}.tsx`);
  const anywhere = ['keep-app.ts', 'report-errors.ts', 'cannot-start.tsx'].map((name) => `src/shell/${name}`);
  const start = closureOf(['src/main.tsx']);
  const visitor = closureOf([...visitors, ...anywhere]);
  const visitorLater = closureOf(visitors, { later: true });
  const worker = closureOf(['workers/replication/main.ts']);
  const openStore = closureOf(['src/data/open-store.ts']);
  const member = closureOf([
    'src/signed-in.tsx',
    'src/screens/feed.tsx',
    'src/shell/theme-sync.tsx',
    'src/shell/tooltips.tsx',
    'src/features/notifications/app-badge.tsx',
    'src/features/notifications/seen-in-feed.tsx',
  ]);
  // The function `name` decides: unlike `test`, it receives the graph. A module belongs to the first group that returns a name for it.
  const group = (name: string, has: (id: string, graph: Graph) => boolean) => ({
    name: (id: string, graph: Graph) => (has(id, graph) ? name : null),
  });
  /** A page that needs one of a few small files loads all of them. */
  const finely = { entriesAware: true, entriesAwareMergeThreshold: 1500 };
  const groups: Rolldown.CodeSplittingGroup[] = [
    { ...group('icon', (id) => ICONS.test(id)), ...finely },
    // The worker must not load the code that draws the page.
    group('common', (id, graph) => start(id, graph) && worker(id, graph)),
    { ...group('shared', (id, graph) => visitor(id, graph) && worker(id, graph)), entriesAware: true },
    group('start', start),
    { ...group('visitor', visitor), ...finely },
    // The pages wait for the code that opens the store only once they are on the screen.
    group('rows', (id, graph) => worker(id, graph) && member(id, graph)),
    group('member', member),
    { ...group('store', worker), minShareCount: 2 },
    group('open-store', openStore),
    { ...group('visitor-later', visitorLater), ...finely },
    { ...group('pages', () => true), minShareCount: 2 },
  ];
  return {
    codeSplitting: { groups: groups.map((one, at) => ({ ...one, priority: groups.length - at })) },
    // The name of a finely cut group lists everything that needs it.
    chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
  };
}
