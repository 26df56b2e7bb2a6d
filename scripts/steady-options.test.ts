import { expect, test } from 'vitest';
import { steadyOptions } from './steady-options.ts';

const wordsOf = (...args: readonly string[]) => steadyOptions(args).words;

test('paths run twenty times, every other time on a busy machine, without rare files', () => {
  const usual = { words: ['tests/browser', 'tests/sync', '--project=!*rare'], times: 20, quietOnly: false, resume: false };
  expect(steadyOptions(['tests/browser', 'tests/sync'])).toEqual(usual);
});

test('rare files run if a word names them, or chooses the projects', () => {
  expect(wordsOf('tests/browser/posts/edit.rare')).toEqual(['tests/browser/posts/edit.rare']);
  expect(wordsOf('tests/sync', '--project', 'unit')).toEqual(['tests/sync', '--project', 'unit']);
  expect(wordsOf('tests/sync', '--project=unit')).toEqual(['tests/sync', '--project=unit']);
});

test('its own options are taken wherever they are, all others go to vitest', () => {
  const chosen = { words: ['posts', '-t', 'a draft', '--project=!*rare'], times: 5, quietOnly: true, resume: true };
  expect(steadyOptions(['--times', '5', 'posts', '--quiet-only', '-t', 'a draft', '--resume'])).toEqual(chosen);
  expect(steadyOptions(['--resume', 'posts', '-t', 'a draft', '--quiet-only', '--times=5'])).toEqual(chosen);
});

test('a call that names no file or no number of rounds is refused', () => {
  expect(() => steadyOptions(['--times', '5'])).toThrow('Name test files');
  for (const times of [['--times'], ['--times', 'often'], ['--times=0'], ['--times=2.5'], ['--times', '--resume']]) {
    expect(() => steadyOptions(['posts', ...times]), times.join(' ')).toThrow('--times needs');
  }
});
