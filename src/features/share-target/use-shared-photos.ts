import { useEffect, useState } from 'react';
import type { ShrunkPhoto } from '../../../workers/device/photos/shrunk-photo.ts';
import type { SharedFile } from '../../../workers/device/waiting-shares.ts';
import { readChosen } from '../../data/photos/read-chosen.ts';
import { shrinkPhoto } from '../../data/photos/shrink-photo.ts';
import { photoRefusalText } from '../../text/photo-refusals.ts';
import { shareTargetText } from '../../text/share-target.ts';

/** A shared file, made small. */
export type SharedPhoto = { readonly name: string } & (
  | { readonly state: 'ready'; readonly shrunk: ShrunkPhoto; readonly source: string }
  | { readonly state: 'failed'; readonly why: string }
);

async function madeSmall({ name, file }: SharedFile): Promise<SharedPhoto> {
  try {
    const bytes = await readChosen(file);
    const shrunk = typeof bytes === 'string' ? bytes : await shrinkPhoto(bytes);
    if (typeof shrunk === 'string') return { name, state: 'failed', why: photoRefusalText[shrunk] };
    return { name, state: 'ready', shrunk, source: URL.createObjectURL(new Blob([shrunk.small])) };
  } catch (error) {
    console.warn('A shared photo could not be read', error);
    return { name, state: 'failed', why: shareTargetText.unread };
  }
}

/** Makes shared files small, one after the other. Returns those that are done, in their order. */
export function useSharedPhotos(files: readonly SharedFile[]): readonly SharedPhoto[] {
  const [done, setDone] = useState<readonly SharedPhoto[]>([]);
  useEffect(() => {
    let current = true;
    const sources: string[] = [];
    setDone([]);
    (async () => {
      for (const file of files) {
        if (!current) return;
        const photo = await madeSmall(file);
        if (photo.state === 'ready') sources.push(photo.source);
        if (current) setDone((before) => [...before, photo]);
        else sources.forEach(URL.revokeObjectURL);
      }
    })().catch(console.warn);
    return () => {
      current = false;
      sources.forEach(URL.revokeObjectURL);
    };
  }, [files]);
  return done;
}
