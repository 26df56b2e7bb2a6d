import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('where the packages that build are missing, npm start says how to install them', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'kith-start-'));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  mkdirSync(join(checkout, 'scripts'));
  cpSync(join(import.meta.dirname, 'start.mjs'), join(checkout, 'scripts/start.mjs'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: checkout, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]*Run "npm ci --include=dev" and start again\.\n$/);
});
