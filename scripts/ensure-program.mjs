/**
 * Programs that only tests need, such as a NATS server: the one that an environment variable names, one that is installed, else Debian's
 * package, which needs root.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {object} Program
 * @property {string} file the name of the program, and of Debian's package
 * @property {string} variable the environment variable that may name it
 * @property {string} without what a run leaves out where there is none
 */

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of this program, or null. One that was named but is none is an error, not a reason to look further.
 *
 * @param {Pick<Program, 'file' | 'variable'>} program
 * @returns {string | null}
 */
export function findProgram({ file, variable }) {
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

async function attempt(command, args) {
  console.log(`> ${command} ${args.join(' ')}`);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    console.log(`${command} could not be started: ${error.message}`);
    return false;
  }
}

/**
 * The path of this program, installed if need be, or null where there is none to be had: the run then says what it leaves out.
 *
 * @param {Program} program
 * @returns {Promise<string | null>}
 */
export async function ensureProgram(program) {
  const found = findProgram(program);
  if (found) return found;
  const { file, variable, without } = program;
  if (process.getuid?.() === 0) {
    console.log(`No ${file} found: installing one for the tests.`);
    const install = () => attempt('apt-get', ['install', '-y', '--no-install-recommends', file]);
    if ((await install()) || ((await attempt('apt-get', ['update'])) && (await install()))) return findProgram(program);
  }
  console.log(`No ${file}: ${without} are left out. Install one (on Debian: apt-get install ${file}) or name one in ${variable}.`);
  return null;
}
