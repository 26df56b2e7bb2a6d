import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon, { type IconData } from './create-icon.ts';

/** One icon of the package: its data, and its own component. */
interface Packaged {
  /** undefined for another name of an icon */
  readonly __iconData?: IconData;
  readonly default: ComponentType<object>;
}

const icons = join(dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')), 'dist/esm/icons');

/** The same markup, whatever the order of attributes, and without the classes of an icon's other names. */
const normal = (markup: string) =>
  markup.replace(
    /<(\w+) ([^>]*?)(\/?)>/g,
    (_, tag, attributes) =>
      `<${tag} ${attributes
        .match(/[\w-]+="[^"]*"/g)
        ?.sort()
        .join(' ')}>`,
  );

test('every icon is drawn as the package draws it', async () => {
  const files = (await readdir(icons)).filter((name) => name.endsWith('.mjs')).filter((_, at) => at % 40 === 0);
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    const packaged: Packaged = await import(join(icons, name));
    const data = packaged.__iconData;
    if (!data) continue;
    for (const props of [
      {},
      { size: 16 },
      { className: 'filled' },
      { 'aria-label': 'An icon' },
      { strokeWidth: 3, fill: 'currentColor' },
    ]) {
      const [ours, theirs] = [createIcon(data), packaged.default].map((one) =>
        normal(renderToStaticMarkup(createElement(one as ComponentType<object>, props))),
      );
      expect(ours).toBe(theirs?.replace(/(lucide lucide-[\w-]+)((?: lucide-[\w-]+)*)/, '$1'));
    }
  }
});
