import address from 'virtual:emoji-list';
import type { EmojiData } from 'frimousse';
import { type EmojiFile, isDrawn, readEmoji } from './emoji-data.ts';

let loaded: Promise<EmojiData> | undefined;

/** Loads the list once. After a failure the next call tries again. */
export function loadEmoji(): Promise<EmojiData> {
  loaded ??= fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`The list of emoji was answered with ${response.status}`);
    return readEmoji((await response.json()) as EmojiFile, isDrawn);
  });
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}
