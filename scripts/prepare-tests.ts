/** What commands that test do before vitest begins, and which words they give it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureShell } from './ensure-browser.ts';
import { type Ended, runCommand } from './run-command.ts';
import { ensureEngines, ensurePrograms } from './test-programs.ts';

/** In vitest's words: the tests of `npm test`, and those of `npm run test:rest`. */
export const WITHOUT_RARE = '--project=!*rare';
export const ONLY_RARE = '--project=*rare';

/** Runs a command of `package.json`, and returns what it prints. */
export const npmRun = (name: string, root: string, signal: AbortSignal): Promise<Ended> =>
  runCommand('npm', ['run', '--silent', name], { cwd: root, env: process.env, collect: true, signal });

/** Deletes what the failed tests of an earlier run left. A run of several parts (`KITH_KEEP_RESULTS`) keeps what each of them left. */
export function emptyArtefacts(root: string): void {
  if (!process.env.KITH_KEEP_RESULTS) rmSync(join(root, 'test-results'), { recursive: true, force: true });
}

/** The variables that name the browsers, which are installed if necessary. @throws Error if there is none, and none can be installed */
export const browserVariables = async (): Promise<Record<string, string>> => ({
  KITH_CHROMIUM: await ensureBrowser(),
  KITH_HEADLESS_SHELL: await ensureShell(),
});

/** The variables that name the other programs which the tests of these words use. Installs what is missing, if it can. */
export async function programVariables(words: readonly string[]): Promise<Record<string, string>> {
  const withEngines = words.some((word) => word === ONLY_RARE || word.startsWith('tests/browsers'));
  return { ...(words.includes(WITHOUT_RARE) ? {} : await ensurePrograms()), ...(withEngines ? await ensureEngines() : {}) };
}
