/** docs/laws.md: each law has one place in the code, suites and planted faults. All of them exist, and the page names every planted fault. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantedFaults } from './planted-faults.ts';

const page = readFileSync('docs/laws.md', 'utf8');
const planted = plantedFaults.map(({ name }) => name);

/** The item of a section's list that begins with this word. */
const said = (section: string, word: string): string => section.split(/\n+- |\n\n/).find((part) => part.startsWith(`**${word}:**`)) ?? '';
const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const faultsIn = (text: string): string[] => [...text.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '));

const laws = page
  .split(/^##+ /m)
  .filter((section) => /^\d+\. /.test(section))
  .map((section) => {
    const [symbol = '', file = '', ...more] = codes(said(section, 'Place'));
    return {
      law: section.split('\n')[0] ?? '',
      symbol,
      file,
      more,
      suites: codes(said(section, 'Suites')),
      faults: faultsIn(said(section, 'Faults')),
    };
  });

test('there are at most fifteen laws, numbered from one', () => {
  expect(laws.map(({ law }) => Number.parseInt(law, 10))).toEqual(laws.map((_, at) => at + 1));
  expect(laws.length).toBeGreaterThan(9);
  expect(laws.length).toBeLessThanOrEqual(15);
});

test.each(laws)('$law', ({ symbol, file, more, suites, faults }) => {
  expect(more).toEqual([]);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b(?:function|const|view|class) ${symbol}\\b`));
  expect(suites).not.toEqual([]);
  expect(suites.filter((suite) => !suite.endsWith('.test.ts') || !existsSync(suite))).toEqual([]);
  expect(faults).not.toEqual([]);
});

test('the page names each planted fault once, and no other', () => {
  expect(faultsIn(page).toSorted()).toEqual(planted.toSorted());
});
