/**
 * Puts into `index.html` what it shows before the app runs, and into the first style sheet what that needs. The page for visitors and the
 * outlines of the feed are drawn by the components of the app (`src/static-page.tsx`), so they cannot differ from it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { emojiListPlugin } from './emoji-list.ts';
import { iconFilesPlugin } from './icon-files.ts';

/** The module of the page that loads the style sheet. */
const STYLES = 'virtual:static-page.css';
/** Where `index.html` gets it. */
const PLACE = '<!--static-page-->';
const widths = ['phone', 'tablet', 'desktop'] as const;

/** React as the build needs it: what a component reads from outside has one state, and its code that is loaded later does not matter. */
function withoutBrowser(): Plugin {
  const REACT = '\0react-without-browser';
  return {
    name: 'kith:without-browser',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'react' && importer?.includes('/src/') ? REACT : null),
    load: (id) => (id === REACT ? `export * from 'react'; export const useSyncExternalStore = (_, snapshot) => snapshot();` : null),
    resolveDynamicImport: (source) => ({ id: String(source), external: true }),
  };
}

/** What `src/static-page.tsx` exports. */
interface StaticPage {
  readonly landing: () => string;
  readonly feedOutline: (width: (typeof widths)[number]) => string;
}

/** Loads `src/static-page.tsx`, built for Node. */
async function load(root: string): Promise<StaticPage> {
  const { build } = await import('vite');
  // Below the project, so that it finds its packages.
  const made = await mkdtemp(join(root, 'node_modules/.static-page-'));
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react(), iconFilesPlugin(), emojiListPlugin(), withoutBrowser()],
      // The icons are drawn as in the page.
      ssr: { noExternal: ['lucide-react'] },
      define: { 'navigator.onLine': 'true', 'navigator.standalone': 'false', 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: join(root, 'src/static-page.tsx'),
        outDir: made,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'page.mjs', codeSplitting: false }, checks: { bundlerTimings: false } },
      },
    });
    return (await import(pathToFileURL(join(made, 'page.mjs')).href)) as StaticPage;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

export interface DrawnPage {
  readonly html: string;
  readonly css: string;
}

/**
 * The markup of all parts, each in an element that `theme.js` and the style sheet show. The content policy allows no styles in markup, so
 * they are rules here. Images are left to the app, which knows the screen. The outlines are a picture: they have no names and no states.
 */
export function assemble(landing: string, outlines: Readonly<Record<string, string>>): DrawnPage {
  const styles = new Map<string, number>();
  const allowed = (markup: string): string =>
    markup.replaceAll(/ (?:src|data-discover)="[^"]*"/g, '').replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
      if (!styles.has(style)) styles.set(style, styles.size);
      return ` data-style="${styles.get(style)}"`;
    });
  const picture = (markup: string): string => markup.replaceAll(/ (?:id|role|tabindex|data-sync|aria-(?!current)[a-z]+)="[^"]*"/g, '');
  const parts = [
    `<div data-static="landing" hidden>${allowed(landing)}</div>`,
    ...Object.entries(outlines).map(
      ([width, markup]) =>
        `<div data-static="feed" data-width="${width}" hidden inert aria-hidden="true">${allowed(picture(markup))}</div>`,
    ),
  ];
  const rules = [...styles].map(([style, at]) => `#static [data-style="${at}"] { ${style} }`);
  return { html: `<div id="static">${parts.join('')}</div>`, css: `${rules.join('\n')}\n` };
}

async function draw(root: string): Promise<DrawnPage> {
  const { landing, feedOutline } = await load(root);
  return assemble(landing(), Object.fromEntries(widths.map((width) => [width, feedOutline(width)])));
}

type File = Rolldown.OutputAsset | Rolldown.OutputChunk;

/** @throws Error if the markup needs a rule that no style sheet of this page has: `src/static-page-styles.ts` names them */
function checkStyles(markup: string, page: string, files: readonly File[]): void {
  const css = files.map((file) =>
    file.type === 'asset' && /\.css$/.test(file.fileName) && page.includes(file.fileName) ? `${file.source}` : '',
  );
  if (css.every((text) => text === '')) throw new Error('The page has no style sheet');
  const names = [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, all = '']) => all.split(' '));
  // Those of style sheets that belong to one component.
  const missing = names.filter((name) => /^_\w+_\d+$/.test(name) && !css.some((text) => text.includes(`.${name}`)));
  if (missing.length > 0) throw new Error(`src/static-page-styles.ts lacks the style sheet of ${[...new Set(missing)].join(', ')}`);
}

/** While the page is developed, it begins with the app. */
export function staticPagePlugin(root: string): Plugin {
  let drawing: Promise<DrawnPage> | undefined;
  const drawOnce = (): Promise<DrawnPage> => {
    drawing ??= draw(root);
    return drawing;
  };
  let serves = false;
  return {
    name: 'kith:static-page',
    configResolved: ({ command }) => {
      serves = command === 'serve';
    },
    resolveId: (source) => (source === STYLES ? `\0${STYLES}` : null),
    async load(id) {
      if (id !== `\0${STYLES}`) return null;
      return serves ? '' : (await drawOnce()).css;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle = {} }) {
        if (serves) return page.replace(PLACE, '');
        const { html } = await drawOnce();
        checkStyles(html, page, Object.values(bundle));
        // On a slow line the style sheet comes first: with it the page can be read.
        return page.replace(PLACE, () => html).replace(/(<script type="module")( [^>]*\/start-)/, '$1 fetchpriority="low"$2');
      },
    },
  };
}
