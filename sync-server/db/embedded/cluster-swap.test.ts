import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { replaceCluster, undoInterruptedSwap } from './cluster-swap.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('dataDir', async ({}, { onCleanup }) => {
    const made = mkdtempSync(join(tmpdir(), 'kith-swap-'));
    onCleanup(() => rmSync(made, { recursive: true }));
    for (const [name, content] of [
      ['postgres', 'old'],
      ['fresh', 'new'],
    ] as const) {
      mkdirSync(join(made, name));
      writeFileSync(join(made, name, 'is'), content);
    }
    return made;
  });

const contentOf = (...path: string[]) => readFileSync(join(...path, 'is'), 'utf8');

test('the new directory is in place, and the old one beside it', async ({ dataDir }) => {
  const before = await replaceCluster(dataDir, join(dataDir, 'fresh'));
  expect(contentOf(dataDir, 'postgres')).toBe('new');
  expect(contentOf(before ?? '')).toBe('old');
  await undoInterruptedSwap(dataDir);
  expect(contentOf(dataDir, 'postgres')).toBe('new');
  expect(readdirSync(dataDir)).toHaveLength(2);
});

test('without an old one there is nothing beside it', async ({ dataDir }) => {
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  expect(await replaceCluster(dataDir, join(dataDir, 'fresh'))).toBeNull();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

test('what failed between the renames is undone', async ({ dataDir }) => {
  // The second rename fails: there is nothing to move.
  await expect(replaceCluster(dataDir, join(dataDir, 'none'))).rejects.toThrow('ENOENT');
  expect(contentOf(dataDir, 'postgres')).toBe('old');
  expect(readdirSync(dataDir).toSorted()).toEqual(['fresh', 'postgres']);
});

test('what was killed between the renames is undone by the next start, and the note alone does nothing', async ({ dataDir }) => {
  writeFileSync(join(dataDir, 'moving-aside'), 'postgres-before-2026-01-01T000000Z');
  await undoInterruptedSwap(dataDir);
  expect(contentOf(dataDir, 'postgres')).toBe('old');

  writeFileSync(join(dataDir, 'moving-aside'), 'postgres-before-2026-01-01T000000Z');
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-before-2026-01-01T000000Z'));
  await undoInterruptedSwap(dataDir);
  expect(contentOf(dataDir, 'postgres')).toBe('old');
  expect(readdirSync(dataDir).toSorted()).toEqual(['fresh', 'postgres']);
});
