/**
 * `npm run screenshots`: pictures of the screens, on a phone and on a desktop, light and dark, into `screenshots`, which git ignores. The
 * tests that check a screen take them (tests/support/picture.ts). Words after `--` are paths of other tests:
 * `npm run screenshots -- tests/browser/groups`. `-- readme` renews the pictures that are kept with the source: those of README in
 * `docs/screenshots`, those of the installation dialog and the landing page in `public/install`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, ensureShell } from './ensure-browser.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'screenshots');
/** The test that visits every screen. */
const EVERY_SCREEN = 'tests/browser/shell/accessibility';
const inReadme = ['feed-phone', 'post-phone', 'friends-phone', 'new-post-phone', 'feed-desktop'];
const inInstall: Readonly<Record<string, string>> = { 'feed-phone': 'feed-narrow', 'feed-desktop': 'feed-wide' };

const words = process.argv.slice(2).filter((word) => word !== 'readme');
const child = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...(words.length > 0 ? words : [EVERY_SCREEN])],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, KITH_CHROMIUM: await ensureBrowser(), KITH_HEADLESS_SHELL: await ensureShell(), KITH_PICTURES: out },
  },
);
const [code] = await once(child, 'exit');
for (const look of code === 0 && process.argv.includes('readme') ? ['', '-dark'] : []) {
  for (const name of inReadme) await copyFile(join(out, `${name}${look}.webp`), join(root, 'docs/screenshots', `${name}${look}.webp`));
  for (const [name, kept] of Object.entries(inInstall))
    await copyFile(join(out, `${name}${look}.webp`), join(root, 'public/install', `${kept}${look}.webp`));
}
console.log(`${(await readdir(out)).length} pictures in ${out}`);
process.exitCode = code ?? 1;
