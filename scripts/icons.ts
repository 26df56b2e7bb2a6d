/**
 * Draws the icons of the installed app from `scripts/icons/*.svg` into `public/icons`. Run it after a drawing has changed: `npm run icons`.
 * The pictures are kept in the repository, so that a build needs no browser.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ensureBrowser } from './ensure-browser.ts';
import { browserFlags } from './find-browser.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'public/icons');
const drawing = (name: string) => readFile(join(root, 'scripts/icons', `${name}.svg`), 'utf8');

const stroke = (shape: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="#fbe7df"/>` +
  `<g transform="translate(12 12)" fill="none" stroke="#7a2e1b" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shape}</g></svg>`;

const people = '<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><circle cx="9" cy="7" r="4"/>';
const shortcuts = {
  'shortcut-new-post': stroke(
    '<path d="M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7"/><path d="M18.375 2.625a1 1 0 0 1 3 3l-9.013 9.014a2 2 0 0 1-.853.505l-2.873.84a.5.5 0 0 1-.62-.62l.84-2.873a2 2 0 0 1 .506-.852z"/>',
  ),
  'shortcut-groups': stroke(`${people}<path d="M16 3.128a4 4 0 0 1 0 7.744"/><path d="M22 21v-2a4 4 0 0 0-3-3.87"/>`),
  'shortcut-notifications': stroke(
    '<path d="M10.268 21a2 2 0 0 0 3.464 0"/><path d="M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326"/>',
  ),
  'shortcut-friends': stroke(`${people}<path d="M19 8v6M22 11h-6"/>`),
};

const [icon, maskable, monochrome, badge, favicon] = await Promise.all([
  drawing('icon'),
  drawing('icon-maskable'),
  drawing('icon-monochrome'),
  drawing('badge-96'),
  drawing('favicon'),
]);
const pictures: readonly (readonly [name: string, svg: string, size: number])[] = [
  ['icon-192', icon, 192],
  ['icon-512', icon, 512],
  ['maskable-512', maskable, 512],
  ['monochrome-512', monochrome, 512],
  ['badge-96', badge, 96],
  // A page shows this one first: to draw a picture in SVG, a browser makes a document for it.
  ['favicon-48', favicon, 48],
  // Apple rounds the corners itself and shows black where a picture is transparent.
  ['apple-touch-icon', maskable, 180],
  ...Object.entries(shortcuts).map(([name, svg]) => [name, svg, 96] as const),
];

await mkdir(out, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: [...browserFlags] });
const page = await browser.newPage();
for (const [name, svg, size] of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await writeFile(join(out, `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
await copyFile(join(root, 'scripts/icons/favicon.svg'), join(root, 'public/favicon.svg'));
