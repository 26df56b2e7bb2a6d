/** Packages that a test fetches from npm, because they are other versions than those that Kith depends on. */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const options: ExecFileSyncOptionsWithStringEncoding = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 };

/** Whether the registry can be reached. Tests that need it are skipped where it cannot. */
export function npmAnswers(): boolean {
  try {
    return execFileSync('npm', ['view', 'node', 'name', '--fetch-retries=0'], options).trim() === 'node';
  } catch {
    return false;
  }
}

/** Installs the newest Node of this major version below `folder`, and returns the path of its program. */
export function installNode(major: string, folder: string): string {
  const place = join(folder, `node-${major}`);
  mkdirSync(place, { recursive: true });
  // The package makes the program in its install script, which Kith otherwise switches off.
  const flags = ['--ignore-scripts=false', '--prefix', place, '--cache', join(folder, 'npm-cache'), '--no-save', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', `node@${major}`, ...flags], { ...options, cwd: place, timeout: 300_000 });
  const program = join(place, 'node_modules/node/bin/node');
  const version = execFileSync(program, ['--version'], options).trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`npm installed Node ${version} instead of ${major}`);
  return program;
}
