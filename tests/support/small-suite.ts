/** A small folder of tests with a configuration of its own, for tests of what runs tests. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Makes the folder, and deletes it after the test. Test files import what they need from vitest by themselves. */
export function smallSuite(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kith-suite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    const imports = /\.test\.tsx?$/.test(name) ? "import { afterAll, beforeAll, describe, expect, test } from 'vitest';\n" : '';
    writeFileSync(join(folder, name), imports + text);
  }
  return folder;
}

/** The environment of a run that knows nothing of the run around it. */
export function freshEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|KITH_|NODE_V8_COVERAGE$)/.test(name)));
}
