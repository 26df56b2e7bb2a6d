/**
 * Makes the list of emoji that the whole picker shows from Emojibase (https://emojibase.dev, MIT), when a new version of Unicode is out:
 *
 *   npm pack emojibase-data && tar xzf emojibase-data-*.tgz && node scripts/emoji-data.mjs package
 *
 * Only what the picker needs is kept, one emoji a line: itself, its category, its version, its name, words to find it by, its skin tones.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Say where emojibase-data was unpacked: node scripts/emoji-data.mjs <directory>');
const read = async (name) => JSON.parse(await readFile(join(source, name), 'utf8'));
const [emojis, messages, { version }] = await Promise.all([read('en/data.json'), read('en/messages.json'), read('package.json')]);

const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'];
const COMPONENTS = messages.groups.find((group) => group.key === 'component').order;
const countryFlags = messages.subgroups.find((subgroup) => subgroup.key === 'country-flag').order;

/** Emojibase asks for the coloured look even where it is the usual one; people who type the emoji do not, and both must be one reaction. */
const usual = (emoji) => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');

const rows = emojis
  .filter(({ group }) => group !== undefined && group !== COMPONENTS)
  .sort((a, b) => a.order - b.order)
  .map(({ emoji, group, subgroup, version: since, label, tags = [], skins = [] }) => {
    const tones = TONES.map((_, tone) => skins.find((skin) => skin.tone === tone + 1)?.emoji).filter(Boolean);
    if (tones.length !== 0 && tones.length !== TONES.length) throw new Error(`${emoji} has some skin tones and lacks others`);
    return [usual(emoji), group, since, label, tags.join(' '), tones.map(usual).join(' '), subgroup === countryFlags ? 1 : 0];
  });
const head = {
  from: `emojibase-data ${version}, MIT License, Copyright (c) Miles Johnson`,
  categories: messages.groups.filter(({ order }) => order !== COMPONENTS).map(({ order, message }) => [order, message]),
  tones: TONES.map((key) => messages.skinTones.find((tone) => tone.key === key).message),
};
const lines = [
  `"from": ${JSON.stringify(head.from)}`,
  `"categories": ${JSON.stringify(head.categories)}`,
  `"tones": ${JSON.stringify(head.tones)}`,
];
const text = `{\n${lines.join(',\n')},\n"emoji": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n}\n`;
await writeFile(join(fileURLToPath(import.meta.url), '../../src/features/reactions/emoji-en.json'), text);
console.log(`${rows.length} emoji`);
