/** Each sentence that people read exists once, in a folder for words, and is used. */
import { expect, test } from 'vitest';
import { allWordings, isWordingFile, literalsOf, sourcesOf } from '../support/wordings.ts';

const sources = await sourcesOf('src', 'schemas', 'sync-server', 'workers');
const wordings = await allWordings();
/** Single words (Copied, Up to date) are labels as well. A sentence has at least three. */
const isSentence = (text: string): boolean => text.split(' ').length >= 3 && /[a-z]{2}/i.test(text);
/** Comments may quote what a member reads. */
const uncommented = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('every wording is used somewhere', () => {
  const code = sources.map((source) => uncommented(source.code)).join('\n');
  const uses = (pattern: string): number => [...code.matchAll(new RegExp(pattern, 'g'))].length;
  const unused = wordings.filter(({ path: [name = '', ...keys] }) => {
    // The definition contains the name too.
    if (keys.length === 0) return uses(`\\b${name}\\b(?!'|.*\\bfrom ')`) < 2;
    // A table from which the code chooses at run time.
    const chosen = keys.some((_, at) => uses(`\\b${[name, ...keys.slice(0, at)].join('\\.')}\\[`) > 0);
    return !chosen && uses(`\\b${[name, ...keys].join('\\.')}\\b`) === 0;
  });
  expect(unused.map(({ path }) => path.join('.'))).toEqual([]);
});

test('no wording exists outside of its place', () => {
  const texts = new Map(sources.map((source) => [source.file, literalsOf(source).map(({ text }) => text)]));
  // A table may say the same about two things.
  const sentences = sources
    .filter(({ file }) => isWordingFile(file))
    .flatMap(({ file }) => [...new Set(texts.get(file)?.filter(isSentence))]);
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
  const doubled = sources
    .filter(({ file }) => !isWordingFile(file))
    .flatMap(({ file, code }) => {
      const plain = uncommented(code).replaceAll("\\'", "'");
      // Labels are not searched for in the server: it describes its routes in words that are also on a button.
      const whole = sentences.filter((sentence) => /[.!?]$/.test(sentence) && plain.includes(sentence));
      const labels = file.startsWith('sync-server/') ? [] : sentences.filter((sentence) => texts.get(file)?.includes(sentence));
      return [...new Set([...whole, ...labels])].map((sentence) => `${file}: ${sentence}`);
    });
  expect(doubled).toEqual([]);
});

/** Attributes whose text people read or hear. */
const readAttributes =
  /^(?:aria-(?:label|description|valuetext|placeholder)|alt|title|label|placeholder|text|hint|heading|legend|foot|idle|children|\w+Label)$/;
/** Whole pages of prose with their markup, each a text by itself, and a page for those who design the app. */
const prose = ['src/screens/privacy.tsx', 'src/screens/security.tsx', 'src/screens/terms.tsx', 'src/shell/theme-debug.tsx'];
/** Names that are the same in every language. */
const names = ['&nbsp;', 'PUBLIC_URL', 'http://localhost'];

test('components contain no words', () => {
  const worded = sources
    .filter(({ file }) => file.endsWith('.tsx') && !prose.includes(file))
    .flatMap((source) =>
      literalsOf(source)
        .filter(({ text, kind, attribute }) => (kind === 'jsx' || readAttributes.test(attribute ?? '')) && /\p{Letter}/u.test(text))
        .filter(({ text }) => !names.includes(text))
        .map(({ text }) => `${source.file}: ${text}`),
    );
  expect(worded).toEqual([]);
});

test('the search finds a whole catalogue of wordings', () => {
  expect(wordings.length).toBeGreaterThan(900);
});
