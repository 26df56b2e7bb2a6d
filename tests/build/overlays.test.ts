/** Everything that lies over the page closes by Back, and a browser test opens it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openings } from '../browser/shell/overlay-openings.ts';

/** The parts that overlays are made of: each of them closes by Back itself. */
const PARTS = 'ui/overlays/';
const rendered = /<(?:Sheet|LoadingSheet|ConfirmDialog|Menu|Popover\.Root|PhotoView)\b/g;
const ofPackage = /\b(?:Dialog|AlertDialog|DropdownMenu|ContextMenu|Popover|HoverCard|Select)\.Root\b|<dialog\b|showModal\(/;

const sources = await Promise.all(
  (await readdir('src', { recursive: true }))
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map(async (path) => ({ path, text: await readFile(join('src', path), 'utf8') })),
);

test('tests/browser/shell/overlay-openings.ts opens every sheet, question, menu, popover and view', () => {
  const found = sources.flatMap(({ path, text }) => {
    const count = path.startsWith(PARTS) ? 0 : (text.match(rendered)?.length ?? 0);
    return count > 0 ? [[path, count]] : [];
  });
  expect(found.length).toBeGreaterThan(20);
  expect(Object.fromEntries(Object.entries(openings).map(([path, ways]) => [path, ways.length]))).toEqual(Object.fromEntries(found));
});

test('what is made of an overlay of the package closes by Back', () => {
  const made = sources.filter(({ text }) => ofPackage.test(text));
  expect(made.length).toBeGreaterThan(3);
  expect(made.filter(({ text }) => !/\buseCloseOnBack\(/.test(text)).map(({ path }) => path)).toEqual([]);
});
