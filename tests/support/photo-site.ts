/**
 * The module that makes chosen photos small, built as the app is built and sent with the app's headers, on a page of its own: for real
 * browsers, with its worker and the content security policy, and without a screen.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { build, type Rolldown } from 'vite';
import { freePort } from '../../scripts/free-port.ts';
import { sharedWorkersPlugin } from '../../scripts/shared-workers.ts';
import type { createPhotoShrinking, shrinkPhoto } from '../../src/data/photos/shrink-photo.ts';
import type { AppEnv } from '../../sync-server/http/app-env.ts';
import { securityHeaders } from '../../sync-server/http/headers/security-headers.ts';
import type { ShrinkOptions, ShrunkPhoto } from '../../workers/device/photos/shrunk-photo.ts';

/** What the page offers to tests. */
interface Offered {
  readonly shrinkPhoto: typeof shrinkPhoto;
  readonly createPhotoShrinking: typeof createPhotoShrinking;
}
declare global {
  var photos: Offered;
}

const ENTRY = 'virtual:photos';
const entry = `
  import { createPhotoShrinking, shrinkPhoto } from '/src/data/photos/shrink-photo.ts';
  globalThis.photos = { createPhotoShrinking, shrinkPhoto };`;

/** Builds the module. Returns the code of its files by their paths. */
async function buildModule(): Promise<ReadonlyMap<string, string>> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === ENTRY ? id : id.startsWith('/src/') ? `${process.cwd()}${id}` : undefined),
        load: (id) => (id === ENTRY ? entry : undefined),
      },
      sharedWorkersPlugin(),
    ],
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { page: ENTRY } },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(output.flatMap((part) => (part.type === 'chunk' ? [[`/${part.fileName}`, part.code] as const] : [])));
}

/** Serves the page at `/`, and `files` by their names below `/files/`. */
export async function servePhotoSite() {
  const code = await buildModule();
  const page = [...code.keys()].find((path) => path.startsWith('/assets/page-'));
  const html = `<!doctype html><title>Photos</title><script type="module" src="${page}"></script>`;
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const app = new Hono<AppEnv>();
  app.use(securityHeaders({ secure: false, pages: [html] }));
  app.get('/', (c) => c.html(html));
  app.get('/assets/*', (c) => {
    const found = code.get(c.req.path);
    return found === undefined ? c.notFound() : c.body(found, 200, { 'content-type': 'text/javascript' });
  });
  app.get('/files/:name', (c) => {
    const file = files.get(c.req.param('name'));
    return file ? c.body(file) : c.notFound();
  });
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}`, files, close: () => void server.close() };
}

/** A shrunk photo as it comes out of a page: its bytes in base64. */
export interface ShrunkInPage extends Omit<ShrunkPhoto, 'large' | 'small'> {
  readonly large: string;
  readonly small: string;
  /** milliseconds until the small one was there, null if it was not announced; and until the end */
  readonly shownAfter: number | null;
  readonly endedAfter: number;
}

/** Shrinks a file of the site. Runs in the page, in any browser. Resolves to the code of a refusal. */
export async function shrinkInPage(name: string, options: ShrinkOptions = {}): Promise<ShrunkInPage | string> {
  const bytes = await (await fetch(`/files/${name}`)).arrayBuffer();
  const begun = performance.now();
  let shownAfter: number | null = null;
  const onSmall = () => {
    shownAfter = performance.now() - begun;
  };
  const shrunk = await globalThis.photos.shrinkPhoto(bytes, { ...options, onSmall });
  const endedAfter = performance.now() - begun;
  if (typeof shrunk === 'string') return shrunk;
  const text = async (buffer: ArrayBuffer) => {
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([buffer]));
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    return String(reader.result).split(',')[1] ?? '';
  };
  return { ...shrunk, large: await text(shrunk.large), small: await text(shrunk.small), shownAfter, endedAfter };
}
