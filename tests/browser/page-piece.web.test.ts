/** The piece of the shell that shows code once it is there, in a real browser: what is at stake is when React runs its effects. */
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProfile, type Profile } from '../support/browser.ts';

/** The code arrives in a layout effect: after the piece was drawn without it, and before its own effect runs. */
const ENTRY = `
import { createElement, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { PagePiece, piece } from '/src/shell/page-piece.tsx';
let arrive;
const late = piece(() => new Promise((resolve) => { arrive = resolve; }));
late.preload();
function Beside() {
  useLayoutEffect(() => arrive({ default: () => createElement('p', null, 'The page') }), []);
  return createElement('p', null, 'Drawn');
}
const root = document.body.appendChild(document.createElement('main'));
createRoot(root).render(createElement('div', null, createElement(PagePiece, { of: late }), createElement(Beside)));
`;
const ID = 'virtual:entry';

async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      react(),
      {
        name: 'entry',
        resolveId: (id) => (id === ID ? id : id.startsWith('/src/') ? `${process.cwd()}${id}` : undefined),
        load: (id) => (id === ID ? ENTRY : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: ID } },
  })) as Rolldown.RolldownOutput;
  const [chunk] = built.output;
  return chunk.code;
}

let profile: Profile;
beforeAll(async () => {
  profile = await openProfile({ url: 'http://localhost' });
});
afterAll(() => profile?.close());

test('code that arrives between the drawing and the effect is shown', async () => {
  await profile.page.addScriptTag({ content: await bundle(), type: 'module' });
  await profile.page.getByText('Drawn').waitFor();
  await profile.page.getByText('The page').waitFor({ timeout: 10_000 });
  expect(profile.complaints).toEqual([]);
});
