/** A sentence that members read stands once. Here it is looked for in everything that is not a place for words. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { providerWording } from '../../schemas/wording/provider-wording.ts';
import { statusWording } from '../../schemas/wording/status-wording.ts';
import { authText, RESET_LINK_ERROR } from '../../src/text/auth-text.ts';
import { messages, templates } from '../../src/text/messages.ts';
import { refusalText } from '../../src/text/refusal-text.ts';
import { failureText, stateText } from '../../src/text/state-text.ts';
import { UNEXPECTED_ERROR } from '../../src/text/status-text.ts';

/** The fixed parts of messages that have something of the moment in them. */
const partsOf = (template: (values: never) => string): string[] => {
  const values = new Proxy({}, { get: () => '\u0000' });
  return template(values as never).split('\u0000');
};

const worded = [authText, stateText, failureText, messages, refusalText, statusWording, answerWording, providerWording].flatMap((table) =>
  Object.values<string>(table),
);
const sentences = [...worded, ...Object.values(templates).flatMap(partsOf), RESET_LINK_ERROR, UNEXPECTED_ERROR]
  .map((sentence) => sentence.trim())
  // Single words (Copied, Up to date) are labels as well; a sentence has three.
  .filter((sentence) => sentence.split(' ').length >= 3);

const places = /^(?:src\/text\/|schemas\/wording\/)/;

async function sources(): Promise<string[]> {
  const found: string[] = [];
  for (const tree of ['src', 'schemas', 'sync-server', 'workers']) {
    for (const path of await readdir(tree, { recursive: true })) {
      const file = join(tree, path);
      if (/\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !places.test(file)) found.push(file);
    }
  }
  return found;
}

test('no wording stands anywhere but in its place', async () => {
  const doubled: string[] = [];
  for (const file of await sources()) {
    // Comments may quote what a member reads.
    const code = (await readFile(file, 'utf8')).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll("\\'", "'");
    for (const sentence of sentences) if (code.includes(sentence)) doubled.push(`${file}: ${sentence}`);
  }
  expect([...new Set(doubled)]).toEqual([]);
});

test('the catalogue is large enough to be the catalogue', () => {
  expect(sentences.length).toBeGreaterThan(100);
});
