import { expect, test } from 'vitest';
import { oneEmoji } from '../../../schemas/reactions/one-emoji.ts';
import { emojiSchema, quickEmoji, quickMessageEmoji } from '../../../schemas/reactions/reaction.ts';
import { emojiList } from '../../../scripts/emoji-list.ts';
import { type EmojiFile, readEmoji } from './emoji-data.ts';

const file: EmojiFile = JSON.parse(emojiList());
const all = readEmoji(file, () => true);

test('whatever can be chosen is an emoji to the server, in every skin tone', () => {
  const offered = all.emojis.flatMap(({ emoji, skins }) => [emoji, ...Object.values(skins ?? {})]);
  expect(offered.length).toBeGreaterThan(3000);
  expect(offered.filter((emoji) => !emojiSchema.safeParse(emoji).success || oneEmoji(emoji) !== emoji)).toEqual([]);
  expect(new Set(offered).size).toBe(offered.length);
});

test('the quick ones are among them, written alike: they must be one reaction wherever they were chosen', () => {
  const known = new Set(all.emojis.map(({ emoji }) => emoji));
  expect([...quickEmoji, ...quickMessageEmoji].filter((emoji) => !known.has(emoji))).toEqual([]);
});

test('what the device cannot draw is left out: later versions as a whole, and flags of countries', () => {
  const later = new Set(file.emoji.filter(([, , version]) => version > 14).map(([emoji]) => emoji));
  const some = readEmoji(file, (emoji) => emoji !== '🇪🇺' && !later.has(emoji));
  expect(Math.max(...some.emojis.map(({ version }) => version))).toBe(14);
  const known = new Set(some.emojis.map(({ emoji }) => emoji));
  expect([known.has('🇵🇹'), known.has('🏳️‍🌈'), known.has('🥳')]).toEqual([false, true, true]);
});
