/** Every link of a document leads to a file and a heading that exist. So does every path to a document in a source file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = files.filter((path) => path.endsWith('.md'));
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** What GitHub makes of a heading: the address of the part below it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Map(
  documents.map((path) => [
    path,
    new Set([...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))),
  ]),
);

function brokenLinks(path: string): string[] {
  const text = withoutCode(read(path)).replaceAll(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? path : normalize(join(dirname(path), file)).replace(/\/$/, '');
    if (!existsSync(join(root, to))) return true;
    return anchor !== undefined && !anchors.get(to)?.has(anchor);
  });
}

test('every link of a document leads somewhere', () => {
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap((path) => brokenLinks(path).map((target) => `${path}: ${target}`))).toEqual([]);
});

test('every file and every script that a document names exists', () => {
  // The feature and the field that CONTRIBUTING.md takes as its examples.
  const examples = /bookmarks/;
  const scriptsOf = (manifest: string): Record<string, string> => JSON.parse(read(manifest)).scripts;
  const missing = documents
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) => {
      const text = read(path);
      const own = join(dirname(path), 'package.json');
      const scripts = { ...scriptsOf('package.json'), ...(files.includes(own) ? scriptsOf(own) : {}) };
      const named = [...text.matchAll(/`((?:deploy|docs|examples|schemas|scripts|src|sync-server|tests|workers)\/[\w./-]+)`/g)].map(
        ([, name = '']) => name,
      );
      const run = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
      return [
        ...named.filter((name) => !existsSync(join(root, name)) && !examples.test(name)),
        ...run.filter((name) => !(name in scripts)),
      ].map((name) => `${path}: ${name}`);
    });
  expect(missing).toEqual([]);
});

test('every document that a source names exists', () => {
  const sources = files.filter((path) => /\.(ts|tsx|mjs|sql|css|sh|yaml|env|service|json)$/.test(path) && path !== 'package-lock.json');
  const missing = sources.flatMap((path) =>
    [...read(path).matchAll(/(?<![\w./-])(?:docs\/[\w/.-]+\.(?:md|svg)|README\.md|CONTRIBUTING\.md|SECURITY\.md)/g)]
      .map(([named]) => named)
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});
