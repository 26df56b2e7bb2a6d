/**
 * Comments, the texts of the API, of pages and of mails, lines of the log and documents are in ordinary English. Each word or phrase below
 * is wrong in every sense that it had here; what to say instead is beside it. What people say in the demo circle is not meant.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A space in a phrase also means the end of a line. */
const wrong: Readonly<Record<string, string>> = {
  'whoever|whomever|whosoever': 'the person who, anybody who',
  meanwhile: 'what goes on in that time: "while it is sent", "by now"',
  'told(?! apart)|untold': 'reported, notified, learned',
  'tells? of': 'reports',
  '(?:hear|hears|heard) of': 'learns of',
  'what one(?= (?:is|has|had|may|can|cannot|does|must|sees|reads|wrote|writes|knows|holds|asks))': 'what a member, what the caller',
  '(?:whom|how|because|since) one (?:is|has|may|can|cannot|does|must|sees|wants|knows)': 'a member, the caller, you',
  "one's|oneself": 'your own, that of the member, themselves',
  'what is had|what one has': 'what is stored',
  'who asks(?! for)': 'the caller, the member who sent the request',
  'nobody who': 'no member who, only those who do not',
  'no more(?= nothing)|in no more': 'no longer',
  '(?:is|are|was|were|be) (?:not )?looked for': 'is searched for',
  'what is left to be': 'what still has to be, pending',
  'stands? (?:in|on|beside|below|above|there|where|wherever|anywhere|at|under)': 'is in, appears on',
  '(?:is|are|was|were) let go of': 'is released, is discarded',
  '(?:look|looks|looked|looking) whether': 'checks whether',
  'another life of': 'another epoch of',
  'lest|thereof|whereof|hither|thither|whence|hence': 'a word of today',
};

interface Found {
  readonly file: string;
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}
interface Range {
  readonly start: number;
  readonly end: number;
}
interface Node extends Range {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Files whose literals are read by people: the API's texts, the words of the pages, the mails, the commands of the operator. */
const isWording = (file: string): boolean =>
  !file.includes('.test.') &&
  /^sync-server\/(?:docs|api-document|operations\/cli)\/|-operations\.ts$|^src\/(?:text|screens)\/|^schemas\/wording\/|mail-templates\.ts$/.test(
    file,
  );
/** Whether a node writes to the log or to the browser's console. */
function isLogCall(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? (node.callee as Node & { object?: Node; property?: Node }) : null;
  if (callee?.type !== 'MemberExpression') return false;
  return (
    /^(?:fatal|error|warn|info|debug)$/.test(String(callee.property?.name)) && /^(?:log|given|console)$/.test(String(callee.object?.name))
  );
}

function literalsIn(node: Node, found: Range[], inside: boolean): void {
  const within = inside || isLogCall(node);
  if (within && (/^(?:TemplateElement|JSXText)$/.test(node.type) || (node.type === 'Literal' && typeof node.value === 'string')))
    found.push(node);
  if (node.type.startsWith('Import')) return;
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) literalsIn(each, found, within);
  }
}

/** Where a file has prose. */
function proseOf(file: string, text: string): readonly Range[] {
  const matching = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  if (file.endsWith('.sql')) return matching(/--.*/g);
  if (file.endsWith('.css')) return matching(/\/\*[\s\S]*?\*\//g);
  if (file.endsWith('.md')) {
    const code = matching(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\s]*\)/gm);
    return code
      .map(({ end }, at) => ({ start: end, end: code[at + 1]?.start ?? text.length }))
      .concat({ start: 0, end: code[0]?.start ?? text.length });
  }
  const { program, comments } = parseSync(file, text);
  const found: Range[] = [...comments];
  if (isWording(file) || /\b(?:log|given|console)\.\w+\(/.test(text)) literalsIn(program as unknown as Node, found, isWording(file));
  return found;
}

/** A space of a phrase matches `between`. */
const matcher = (phrase: string, between: string): RegExp =>
  new RegExp(`(?<![\\w-])(?:${phrase.replaceAll(' ', between)})(?![\\w-])`, 'gi');
/** Whether it is worth to parse a file. */
const anyWrong = new RegExp(matcher(Object.keys(wrong).join('|'), '[\\s*/-]+').source, 'i');

function findWrong(file: string, text: string): Found[] {
  if (!anyWrong.test(text)) return [];
  // All else becomes dots, so that no phrase goes over code and each character stays where it is.
  const masked = text.replace(/\S/g, '·').split('');
  for (const { start, end } of proseOf(file, text)) {
    const prose = text.slice(start, end).replace(/^\s*(?:\/\*+|\/\/|\*+\/?|--)/gm, (mark) => mark.replace(/\S/g, ' '));
    for (let at = 0; at < prose.length; at += 1) masked[start + at] = prose[at] ?? '';
  }
  const readable = masked.join('');
  return Object.entries(wrong).flatMap(([phrase, instead]) =>
    [...readable.matchAll(matcher(phrase, '\\s+'))].map(({ 0: words, index }) => ({
      file,
      line: readable.slice(0, index).split('\n').length,
      words: words.replace(/\s+/g, ' '),
      instead,
    })),
  );
}

/** What was written before the list, and by others. */
const given = ['CHANGELOG.md', 'CODE_OF_CONDUCT.md'];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs|sql|css|md)$/.test(path) && existsSync(join(root, path)))
  .filter((path) => ![...given, 'tests/build/words.test.ts'].includes(path));

test('comments, texts of the API, pages and mails, the log and the documents are in plain words', () => {
  const found = files.flatMap((file) => findWrong(file, readFileSync(join(root, file), 'utf8')));
  expect(found.map(({ file, line, words, instead }) => `${file}:${line}: "${words}". Say: ${instead}`)).toEqual([]);
});

test('a comment, a text of the API, a line of the log and a word of a page with wrong words are found', () => {
  const comment = "/** Locked, so that nobody moves it\n * meanwhile. */\nexport const sort = 'whoever';\n";
  expect(findWrong('src/sort.ts', comment)).toMatchObject([{ line: 2, words: 'meanwhile' }]);
  const operation = "export const read = { summary: 'A member', details: 'Whoever may read it gets 403.' };\n";
  expect(findWrong('sync-server/features/read-operations.ts', operation)).toMatchObject([{ line: 1, words: 'Whoever' }]);
  const logged = "log.warn({ told: 1 }, 'what is left to be sent');\n";
  expect(findWrong('sync-server/send.ts', logged)).toMatchObject([{ line: 1, words: 'what is left to be' }]);
  const page = 'export const Terms = () => (\n  <p>\n    Ask whoever sent it.\n  </p>\n);\n';
  expect(findWrong('src/screens/terms.tsx', page)).toMatchObject([{ line: 3, words: 'whoever' }]);
  expect(findWrong('src/text/terms.ts', "export const termsText = { asked: 'You will be told.' };\n")).toMatchObject([{ words: 'told' }]);
});
