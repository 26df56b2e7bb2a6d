/**
 * The list of emoji for the full picker, made from Emojibase (https://emojibase.dev, MIT) while the page is built or served. It keeps only
 * what the picker needs, one emoji a line: the emoji, its category, its version, its name, words to find it by, its skin tones, and whether
 * it is a country's flag.
 */
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

interface Entry {
  readonly emoji: string;
  readonly order: number;
  /** emoji without a group are parts of others */
  readonly group?: number;
  readonly subgroup?: number;
  readonly version: number;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly tone: number | readonly number[]; readonly emoji: string }[];
}
interface Named {
  readonly key: string;
  readonly message: string;
  readonly order: number;
}
interface Messages {
  readonly groups: readonly Named[];
  readonly subgroups: readonly Named[];
  readonly skinTones: readonly Omit<Named, 'order'>[];
}

const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'];

/**
 * Emojibase asks for the coloured look even of emoji that have it by default. People who type them do not, and both must be one reaction.
 */
const usual = (emoji: string): string => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');

function named<T extends { readonly key: string }>(all: readonly T[], key: string): T {
  const found = all.find((one) => one.key === key);
  if (!found) throw new Error(`Emojibase has no ${key}`);
  return found;
}

/** The content of the file, which names its source and licence. */
export function emojiList(): string {
  const read = createRequire(import.meta.url);
  const emojis: readonly Entry[] = read('emojibase-data/en/data.json');
  const messages: Messages = read('emojibase-data/en/messages.json');
  const { version }: { readonly version: string } = read('emojibase-data/package.json');
  const components = named(messages.groups, 'component').order;
  const countryFlags = named(messages.subgroups, 'country-flag').order;
  const rows = emojis
    .filter(({ group }) => group !== undefined && group !== components)
    .sort((a, b) => a.order - b.order)
    .map(({ emoji, group, subgroup, version: since, label, tags = [], skins = [] }) => {
      const tones = TONES.flatMap((_, tone) => skins.find((skin) => skin.tone === tone + 1)?.emoji ?? []);
      if (tones.length !== 0 && tones.length !== TONES.length) throw new Error(`${emoji} has some skin tones and lacks others`);
      return [usual(emoji), group, since, label, tags.join(' '), tones.map(usual).join(' '), subgroup === countryFlags ? 1 : 0];
    });
  const lines = [
    `"from": ${JSON.stringify(`emojibase-data ${version}, MIT License, Copyright (c) Miles Johnson`)}`,
    `"categories": ${JSON.stringify(messages.groups.filter(({ order }) => order !== components).map(({ order, message }) => [order, message]))}`,
    `"tones": ${JSON.stringify(TONES.map((key) => named(messages.skinTones, key).message))}`,
  ];
  return `{\n${lines.join(',\n')},\n"emoji": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n}\n`;
}

const MODULE = 'virtual:emoji-list';
const SERVED_AT = '/emoji-en.json';

/** Lets the page import the address of the list from `virtual:emoji-list`. */
export function emojiListPlugin(): Plugin {
  let served = false;
  return {
    name: 'kith:emoji-list',
    resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      if (served) return `export default ${JSON.stringify(SERVED_AT)};`;
      const file = this.emitFile({ type: 'asset', name: 'emoji-en.json', source: emojiList() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    configureServer({ middlewares }) {
      served = true;
      middlewares.use(SERVED_AT, (_, response) => void response.setHeader('Content-Type', 'application/json').end(emojiList()));
    },
  };
}
