import { expect, test } from 'vitest';
import { oneEmoji } from '../../../schemas/reactions/one-emoji.ts';
import { quickEmoji, quickMessageEmoji } from '../../../schemas/reactions/quick-emoji.ts';
import { emojiSchema } from '../../../schemas/reactions/reaction.ts';
import { emojiList } from '../../../scripts/emoji-list.ts';
import { type EmojiFile, readEmoji } from './emoji-data.ts';

const file: EmojiFile = JSON.parse(emojiList());
const all = readEmoji(file, () => true);

test('the server accepts every emoji of the picker, in every skin tone', () => {
  const offered = all.emojis.flatMap(({ emoji, skins }) => [emoji, ...Object.values(skins ?? {})]);
  expect(offered.length).toBeGreaterThan(3000);
  expect(offered.filter((emoji) => !emojiSchema.safeParse(emoji).success || oneEmoji(emoji) !== emoji)).toEqual([]);
  expect(new Set(offered).size).toBe(offered.length);
});

test('the quick emoji are in the list with the same code points, so each is one reaction wherever it was chosen', () => {
  const known = new Set(all.emojis.map(({ emoji }) => emoji));
  expect([...quickEmoji, ...quickMessageEmoji].filter((emoji) => !known.has(emoji))).toEqual([]);
});

test('emoji that the device cannot draw are left out: later versions as a whole, and country flags', () => {
  const later = new Set(file.emoji.filter(([, , version]) => version > 14).map(([emoji]) => emoji));
  const some = readEmoji(file, (emoji) => emoji !== '🇪🇺' && !later.has(emoji));
  expect(Math.max(...some.emojis.map(({ version }) => version))).toBe(14);
  const known = new Set(some.emojis.map(({ emoji }) => emoji));
  expect([known.has('🇵🇹'), known.has('🏳️‍🌈'), known.has('🥳')]).toEqual([false, true, true]);
});
