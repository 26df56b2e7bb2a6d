/**
 * Checks what Kith says about itself against `docs/promises.md`: each sentence of its pages is listed there, with the tests that prove it.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import PrivacyScreen from './privacy.tsx';
import SecurityScreen from './security.tsx';
import TermsScreen from './terms.tsx';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

interface Promised {
  readonly source: string;
  readonly quote: string;
  readonly tests: readonly string[];
}

/** The rows of the tables, each under a heading that names the file with its sentence. */
function promisesIn(document: string): Promised[] {
  return document.split(/^## /m).flatMap((section) => {
    const source = /`(src\/[^`]+)`/.exec(section.split('\n', 1)[0] ?? '')?.[1];
    if (source === undefined) return [];
    const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].filter(
      ([, quote]) => quote !== 'sentence' && !/^-+$/.test(quote ?? ''),
    );
    return rows.map(([, quote = '', tests = '']) => ({
      source,
      quote,
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    }));
  });
}
const promises = promisesIn(await read('docs/promises.md'));

const pages: Readonly<Record<string, ComponentType>> = {
  'src/screens/security.tsx': SecurityScreen,
  'src/screens/privacy.tsx': PrivacyScreen,
  'src/screens/terms.tsx': TermsScreen,
};

/** Paragraphs and list items as a reader sees them; headings promise nothing. */
function blocksOf(page: ComponentType): string[] {
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(page)));
  return html
    .replace(/<h2>.*?<\/h2>/g, '')
    .split(/<\/(?:p|li|footer)>/)
    .map((block) => oneLine(block.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")))
    .filter((block) => block !== '');
}

test.each(Object.entries(pages))('docs/promises.md lists each sentence of %s, and nothing that it does not say', (source, page) => {
  const quotes = promises.filter((each) => each.source === source).map(({ quote }) => quote);
  const blocks = blocksOf(page);
  expect(quotes.filter((quote) => !blocks.some((block) => block.includes(quote)))).toEqual([]);
  // What remains of the page without the listed sentences.
  const left = blocks.map((block) => oneLine(quotes.reduce((text, quote) => text.replace(quote, ''), block)));
  expect(left.filter((text) => text !== '')).toEqual([]);
});

test('other screens contain the sentences that are quoted from them', async () => {
  const others = promises.filter(({ source }) => !(source in pages));
  expect(others.length).toBeGreaterThan(9);
  for (const { source, quote } of others) expect(oneLine(await read(source)), source).toContain(quote);
});

test('the named tests exist, and most sentences name one', async () => {
  const named = new Set(promises.flatMap(({ tests }) => tests));
  expect(named.size).toBeGreaterThan(30);
  for (const path of named) expect((await stat(new URL(path, root)).catch(() => null))?.isFile(), path).toBe(true);
});

test('cookies are set by the files that docs/promises.md lists, and by no other', async () => {
  const files = (await readdir(new URL('sync-server/', root), { recursive: true })).filter((file) => /(?<!test)\.ts$/.test(file));
  const setting = [];
  for (const file of files) if ((await read(`sync-server/${file}`)).includes('setCookie(')) setting.push(`sync-server/${file}`);
  const [list = ''] = /^Cookies: .*?\.$/ms.exec(await read('docs/promises.md')) ?? [];
  expect(setting.sort()).toEqual([...list.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).sort());
});
