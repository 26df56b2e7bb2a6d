import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/**
 * Which modules of the page are in one file. Left to itself the bundler makes a file for every set of pages that share something: a hundred
 * small ones before a member sees the first post. Here, few files are needed before the first card of the feed: `start` (everybody), `both`
 * (the landing page as well), `first` (reads the first rows), `member`, and what the worker needs of these (`common`, `rows`). Behind the
 * card come `after`, `store` and `open-store`, and `pages` for what several other pages share. The code for visitors stays finely cut: they
 * load what their page needs and no more.
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
          for (const imported of module.importedIds) closure.add(imported);
          if (later) for (const imported of module.dynamicallyImportedIds) closure.add(imported);
        }
      }
      return closure.has(id);
    };
  };
  const visitors = ['landing', 'auth', 'google-callback', 'reset-password'].map((name) => `src/screens/${name}.tsx`);
  const anywhere = ['errors/report-error.ts', 'start/cannot-start.tsx', 'start/keep-app.ts'].map((name) => `src/shell/${name}`);
  const start = closureOf(['src/main.tsx']);
  const visitor = closureOf([...visitors, ...anywhere]);
  const keepApp = closureOf(['src/shell/start/keep-app.ts']);
  const signIn = closureOf(['src/screens/auth.tsx', 'src/shell/start/keep-app.ts']);
  const visitorLater = closureOf(visitors, { later: true });
  const first = closureOf(['src/first/read-first-rows.ts']);
  const worker = closureOf(['workers/replication/main.ts']);
  const openStore = closureOf(['src/data/acquire-store.ts']);
  // The page of a post is drawn as soon as a card is pressed, so its code is there with the cards.
  const member = closureOf(['src/signed-in.tsx', 'src/screens/feed.tsx', 'src/screens/post.tsx']);
  const after = closureOf([
    'src/shell/theme-sync.tsx',
    'src/shell/bars/tooltips.tsx',
    'src/features/notifications/app-badge.tsx',
    'src/features/notifications/seen-in-feed.tsx',
    'src/features/share-target/share-waits.tsx',
  ]);
  const photos = join(root, 'workers/device/photos/');
  const limits = ['workers/device/photos/file/open-limits.ts', 'schemas/images/photo-limits.ts', 'schemas/images/image-rules.ts'];
  const limitsOfPhotos = new Set(limits.map((name) => join(root, name)));
  // The function `name` decides: unlike `test`, it receives the graph. A module belongs to the first group that returns a name for it.
  const group = (name: string, has: (id: string, graph: Graph) => boolean) => ({
    name: (id: string, graph: Graph) => (has(id, graph) ? name : null),
  });
  /**
   * A page that needs one of a few small files loads all of them: the answer to each costs a kilobyte of headers. From 2000 bytes on, files
   * import each other in a circle, and some pages no longer start.
   */
  const finely = { entriesAware: true, entriesAwareMergeThreshold: 1000 };
  const groups: Rolldown.CodeSplittingGroup[] = [
    // The worker must not load the code that draws the page.
    group('common', (id, graph) => start(id, graph) && worker(id, graph)),
    { ...group('shared', (id, graph) => visitor(id, graph) && worker(id, graph)), entriesAware: true },
    // With what signing in and the feed have in common: everybody loads both.
    group('start', (id, graph) => start(id, graph) || (signIn(id, graph) && member(id, graph))),
    // The rest of what visitors and the feed have in common.
    group('both', (id, graph) => visitor(id, graph) && member(id, graph)),
    // What reads the first rows, and what it shares with the feed and the worker: it is there before them.
    group('first', first),
    // Every visitor loads it, and none of the small files that it would share one with.
    group('keep-app', keepApp),
    { ...group('visitor', visitor), ...finely },
    // How a row is written, but neither RxDB nor Dexie: the first card does not wait for them. With
    // them is what the worker that makes photos small shares with other pages.
    group('rows', (id, graph) => (worker(id, graph) && member(id, graph)) || limitsOfPhotos.has(id)),
    group('member', member),
    { ...group('store', worker), minShareCount: 2 },
    // What adds nothing to the first picture.
    group('after', after),
    group('open-store', openStore),
    // The worker that makes photos small must not load the code that draws the page either.
    group('thumbhash', (id) => id.includes('/node_modules/thumbhash/')),
    group('shrink', (id) => id.startsWith(photos)),
    { ...group('visitor-later', visitorLater), ...finely },
    { ...group('pages', () => true), minShareCount: 2 },
  ];
  return {
    codeSplitting: { groups: groups.map((one, at) => ({ ...one, priority: groups.length - at })) },
    // The name of a finely cut group lists everything that needs it.
    chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
  };
}
