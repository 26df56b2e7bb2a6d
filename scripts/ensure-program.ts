/**
 * Programs that only tests need, such as a NATS server: the one that an environment variable names, else one that is installed, else
 * Debian's package, which needs root.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Program {
  /** the name of the program, and of Debian's package if `packages` has no other */
  readonly file: string;
  readonly packages?: readonly string[];
  /** the environment variable that may name it */
  readonly variable: string;
  /** what a run leaves out without it */
  readonly without: string;
  /** true if a run never installs it */
  readonly onlyFind?: boolean;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of this program, or null. @throws Error if the variable names a path that is no program: then nothing else is tried */
export function findProgram({ file, variable }: Pick<Program, 'file' | 'variable'>): string | null {
  const named = process.env[variable];
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`${variable} names ${named}, which is no program here.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
  return (
    folders
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, file))
      .find(isProgram) ?? null
  );
}

/** Runs an installer and prints its command. Returns whether it succeeded. */
export async function attempt(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<boolean> {
  console.log(`> ${command} ${args.join(' ')}`);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env } });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    console.log(`${command} could not be started: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** The path of this program, installed if necessary. Null if it cannot be installed: the run then says what it leaves out. */
export async function ensureProgram(program: Program): Promise<string | null> {
  const found = findProgram(program);
  if (found) return found;
  const { file, packages = [file], variable, without, onlyFind } = program;
  if (onlyFind) {
    console.log(`No ${file}: ${without} are left out.`);
    return null;
  }
  if (process.getuid?.() === 0) {
    console.log(`No ${file} found: installing one for the tests.`);
    const install = () => attempt('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
    if ((await install()) || ((await attempt('apt-get', ['update'])) && (await install()))) return findProgram(program);
  }
  console.log(
    `No ${file}: ${without} are left out. Install one (on Debian: apt-get install ${packages.join(' ')}) or name one in ${variable}.`,
  );
  return null;
}
