/**
 * Makes sure that there is a NATS server for the tests of several processes: the one named by `KITH_NATS_SERVER`, one that is
 * installed, else Debian's package, which needs root. Without one, those tests alone are left out, and the run says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a NATS server, or null. One that was named but is none is an error, not a reason to look further. */
export function findNats() {
  const named = process.env.KITH_NATS_SERVER;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`KITH_NATS_SERVER names ${named}, which is no program here.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
  return (
    folders
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, 'nats-server'))
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

/** The path of a NATS server, installed if need be, or null where there is none to be had. */
export async function ensureNats() {
  const found = findNats();
  if (found) return found;
  if (process.getuid?.() === 0) {
    console.log('No NATS server found: installing one for the tests.');
    const installed =
      (await attempt('apt-get', ['install', '-y', '--no-install-recommends', 'nats-server'])) ||
      ((await attempt('apt-get', ['update'])) && (await attempt('apt-get', ['install', '-y', '--no-install-recommends', 'nats-server'])));
    if (installed) return findNats();
  }
  console.log(
    'No NATS server: the tests of several processes over NATS are left out. Install one (on Debian: apt-get install nats-server) or name one in KITH_NATS_SERVER.',
  );
  return null;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await ensureNats());
