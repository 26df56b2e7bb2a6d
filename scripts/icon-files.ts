/**
 * Replaces imports from the package of icons by imports of the files of these icons. The package's own file names every icon, so the graph
 * of imports would not say which page needs which. What draws an icon is replaced as well, by a component for the properties that the app
 * uses: every visitor loads it before anything else.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const IMPORT = /^import \{([^}]*)\} from 'lucide-react';/gm;

/** The file of each icon, by the names under which the package exports it. */
function filesByName(): ReadonlyMap<string, string> {
  const home = dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
  const exported = readFileSync(join(home, 'dist/esm/lucide-react.mjs'), 'utf8').matchAll(
    /^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs';/gm,
  );
  return new Map(
    [...exported].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  );
}

/** The code of a module with an import for each icon. @throws Error if the package has no icon of that name */
export function withIconFiles(code: string, files: ReadonlyMap<string, string>): string {
  return code.replaceAll(IMPORT, (_, names: string) =>
    names
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => {
        if (each.startsWith('type ')) return `import { ${each} } from 'lucide-react';`;
        const [name = '', local = name] = each.split(' as ');
        const file = files.get(name);
        if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
        return `import ${local} from 'lucide-react/icons/${file}';`;
      })
      .join(' '),
  );
}

const drawing = fileURLToPath(new URL('../src/ui/create-icon.ts', import.meta.url));

export function iconFilesPlugin(): Plugin {
  let files: ReadonlyMap<string, string> | undefined;
  return {
    name: 'kith:icon-files',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: () => drawing,
    },
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: "from 'lucide-react'" },
      handler(code) {
        files ??= filesByName();
        return { code: withIconFiles(code, files), map: null };
      },
    },
  };
}
