/** Components and style sheets name the same classes: a wrong name would change nothing but the look. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
const texts = new Map(
  files.filter((file) => /(?<!\.test)\.(css|tsx?)$/.test(file)).map((file) => [file, readFileSync(join(src, file), 'utf8')]),
);
const named = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name]) => name as string);

/** The classes in the selectors of a style sheet. */
const definedIn = (css: string): ReadonlySet<string> =>
  new Set(named(css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|"[^"]*"|\{[^{}]*\}/g, ''), /\.([a-zA-Z][\w-]*)/g));

interface Import {
  readonly file: string;
  readonly module: string;
  readonly used: readonly string[];
  /** names a class by a variable, as in `styles[kind]` */
  readonly byVariable: boolean;
}
const imports = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name, path]): Import => {
    const used = named(text, new RegExp(`\\b${name}\\.(\\w+)`, 'g')).filter((word) => word !== 'module');
    return { file, module: join(dirname(file), path ?? ''), used, byVariable: text.includes(`${name}[`) };
  }),
);
const modules = [...texts.keys()].filter((file) => file.endsWith('.module.css'));
/** Of the three sheets that are no modules; `lucide` is set by the library of icons. */
const shared = new Set(['base.css', 'layout.css', 'framed.css'].flatMap((file) => [...definedIn(texts.get(join('ui', file)) ?? '')]));

test('a component names only classes that its module has', () => {
  expect(imports.length).toBeGreaterThan(100);
  const unknown = imports.flatMap(({ file, module, used }) => {
    const defined = definedIn(texts.get(module) ?? '');
    return used.filter((name) => !defined.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('every class of a module is named by a component', () => {
  const unused = modules.flatMap((module) => {
    const uses = imports.filter((one) => one.module === module);
    if (uses.some(({ byVariable }) => byVariable)) return [];
    return [...definedIn(texts.get(module) ?? '')]
      .filter((name) => !uses.some(({ used }) => used.includes(name)))
      .map((name) => `${module}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('the plain class names in components are those of the shared style sheets, and each is used', () => {
  const plain = [...texts].flatMap(([file, text]) =>
    named(text, /className="([^"]*)"/g)
      .concat(named(text, /className=\{`([^`$]*)/g), named(text, /\bclasses\('([^']*)'/g))
      .flatMap((words) => words.split(' ').filter(Boolean))
      .map((name) => ({ file, name })),
  );
  expect(plain.filter(({ name }) => !shared.has(name))).toEqual([]);
  expect([...shared].filter((name) => name !== 'lucide' && !plain.some((use) => use.name === name))).toEqual([]);
});
