/**
 * All emoji with English names, for the full picker. The list is part of the app, so it works offline, and no third party learns that a
 * member looks for an emoji. Built by `scripts/emoji-list.ts`.
 */
import type { EmojiData } from 'frimousse';

type Emoji = [emoji: string, category: number, version: number, label: string, words: string, tones: string, countryFlag: 0 | 1];
export interface EmojiFile {
  readonly categories: readonly (readonly [number, string])[];
  readonly tones: readonly string[];
  readonly emoji: readonly Emoji[];
}

const toneNames = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
type Tones = Record<(typeof toneNames)[number], string>;
const byTone = (values: readonly string[]) => Object.fromEntries(toneNames.map((name, at) => [name, values[at] ?? ''])) as Tones;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The list in the picker's format, without emoji that this device would draw as boxes or letters. */
export function readEmoji(file: EmojiFile, isDrawn: (emoji: string) => boolean): EmojiData {
  const samples = new Map<number, string>();
  for (const [emoji, , version, , , , countryFlag] of file.emoji) if (!countryFlag && !samples.has(version)) samples.set(version, emoji);
  const drawn = [...samples].filter(([, emoji]) => isDrawn(emoji)).map(([version]) => version);
  // One emoji stands for its whole version: fonts add versions as a whole, and testing every emoji would take a second.
  const newest = drawn.length > 0 ? Math.max(...drawn) : Number.POSITIVE_INFINITY;
  const flags = isDrawn('🇪🇺');
  return {
    locale: 'en',
    emojis: file.emoji
      .filter(([, , version, , , , countryFlag]) => version <= newest && (flags || !countryFlag))
      .map(([emoji, category, version, label, words, tones]) => ({
        emoji,
        category,
        version,
        label: capital(label),
        tags: [words],
        ...(tones ? { skins: byTone(tones.split(' ')) } : {}),
      })),
    categories: file.categories.map(([index, label]) => ({ index, label: capital(label) })),
    skinTones: byTone(file.tones.map(capital)),
  };
}

/** Whether this device draws the emoji as a picture. A picture keeps its colours whatever the text colour is. */
export function isDrawn(emoji: string): boolean {
  const SIZE = 2;
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return true;
  context.font = `${SIZE}px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif`;
  context.textBaseline = 'middle';
  // An unknown combined emoji falls apart into several.
  if (context.measureText(emoji).width >= SIZE * 2) return false;
  const [blue, red] = ['#00f', '#f00'].map((colour) => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.fillStyle = colour;
    context.fillText(emoji, 0, 0);
    return context.getImageData(0, 0, SIZE, SIZE).data.join();
  });
  return blue === red;
}
