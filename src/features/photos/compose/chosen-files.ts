/**
 * The files that were chosen for one draft, until they are photos of it: made small one after the other, and stored on this device. The work
 * goes on when the form closes, and a form that opens again finds it.
 */
import { createTopic } from '../../../../schemas/base/topic.ts';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { lacksDiskSpace } from '../../../../workers/device/lacks-disk-space.ts';
import type { ShrunkPhoto, SmallPhoto } from '../../../../workers/device/photos/shrunk-photo.ts';
import { awaitPhoto } from '../../../data/drafts/awaited-photos.ts';
import { storeDraftsNow } from '../../../data/drafts/page-drafts.ts';
import { keepPhoto } from '../../../data/images/images.ts';
import { letImagesGo } from '../../../data/images/let-images-go.ts';
import { keepPhotoSource } from '../../../data/photos/photo-sources.ts';
import { readChosen } from '../../../data/photos/read-chosen.ts';
import { shrinkPhoto } from '../../../data/photos/shrink-photo.ts';
import { onErasureOwed } from '../../../data/session/owed-erasure.ts';
import type { LocalStore } from '../../../data/store/local-store.tsx';
import { composeText } from '../../../text/compose-photos.ts';
import { photoRefusalText } from '../../../text/photo-refusals.ts';

/** A file that did not become a photo, and why. */
export interface Problem {
  readonly nth: number;
  /** empty where it is not known */
  readonly name: string;
  readonly text: string;
}

/** A draft that takes photos, whether its form is open or not. */
export interface PhotoDraft {
  /** that of its form, or of one part of its form */
  readonly key: string;
  /** Changes the photos that it has at that moment. Returns false if there is no such draft any more. */
  readonly change: (by: (photos: readonly Photo[]) => readonly Photo[]) => boolean;
  /** It can be changed until the returned function is called, though its form closes. */
  readonly hold: () => () => void;
  /** A chooser was opened, or is not open any more: what was chosen besides photos must outlive the page as well. */
  readonly choosing?: (open: boolean) => void;
}

/** The key of one of several drafts that a form has, and the form of such a key. */
export const keyOfPart = (form: string, part: string): string => `${form} ${part}`;
export const formOfKey = (key: string): string => key.split(' ')[0] ?? key;

export interface FilesNow {
  /** how many files are being made small */
  readonly working: number;
  /** Where to show the first of those from, as soon as it can be shown. */
  readonly preview: string | undefined;
  readonly problems: readonly Problem[];
}

/** Why something could not become a photo, in words. */
export const reasonOf = (error: unknown): string => {
  if (lacksDiskSpace(error)) return composeText.noDiskSpace;
  console.warn('A photo could not be kept', error);
  return composeText.failed;
};

/** Stores a photo that was made small on this device. Rejects like every write if there is no disk space left. */
export async function keptPhoto({ large, small, width, height, thumbhash }: ShrunkPhoto): Promise<Photo> {
  return { id: await keepPhoto({ large, small }), width, height, thumbhash, alt: '' };
}

export type ChosenFiles = ReturnType<typeof createChosenFiles>;

function createChosenFiles(userId: string, form: string) {
  const changed = createTopic();
  let now: FilesNow = { working: 0, preview: undefined, problems: [] };
  let lane: Promise<unknown> = Promise.resolve();
  let leaving = new AbortController();
  let failures = 0;
  const set = (next: Partial<FilesNow>): void => {
    now = { ...now, ...next };
    changed.announce();
  };
  const fail = (name: string, text: string): void => {
    failures += 1;
    set({ problems: [...now.problems, { nth: failures, name, text }] });
  };

  async function take(store: LocalStore, draft: PhotoDraft, name: string, reading: ReturnType<typeof readChosen>): Promise<void> {
    const { signal } = leaving;
    let shown: string | undefined;
    const onSmall = ({ small }: SmallPhoto) => {
      shown = URL.createObjectURL(new Blob([small]));
      set({ preview: shown });
    };
    try {
      const bytes = await reading;
      signal.throwIfAborted();
      if (typeof bytes === 'string') return fail(name, photoRefusalText[bytes]);
      const shrunk = await shrinkPhoto(bytes, { signal, onSmall });
      signal.throwIfAborted();
      if (typeof shrunk === 'string') return fail(name, photoRefusalText[shrunk]);
      const photo = await keptPhoto(shrunk);
      const { full, editable } = shrunk;
      const isThere = !signal.aborted && draft.change((photos) => [...photos, photo]);
      if (isThere) keepPhotoSource(photo.id, { userId, bytes: new Blob([bytes]), isFile: true, made: {}, full, editable });
      else await letImagesGo(store, [photo.id]);
      // A photo cannot be typed again: it does not wait for a pause, as a text does.
      await storeDraftsNow();
    } catch (error) {
      if (!signal.aborted) fail(name, reasonOf(error));
    } finally {
      if (shown) URL.revokeObjectURL(shown);
      set({ preview: undefined });
    }
  }

  return {
    now: () => now,
    subscribe: changed.subscribe,
    /** Call it within the event that brought the files: afterwards a browser may not read them any more. */
    add(store: LocalStore, draft: PhotoDraft, files: readonly File[]): void {
      for (const file of files) {
        const { signal } = leaving;
        const [reading, arrived, letDraftGo] = [readChosen(file), awaitPhoto(userId, form), draft.hold()];
        set({ working: now.working + 1 });
        lane = lane.then(async () => {
          if (!signal.aborted) await take(store, draft, file.name, reading);
          arrived();
          letDraftGo();
          set({ working: now.working - 1 });
        });
      }
    },
    fail,
    dismiss: ({ nth }: Problem): void => set({ problems: now.problems.filter((problem) => problem.nth !== nth) }),
    /** Leaves the files that are being made small. */
    leave(): void {
      leaving.abort();
      leaving = new AbortController();
    },
    /** Resolves when none is being made small. */
    settled: (): Promise<unknown> => lane,
  };
}

const all = new Map<string, ChosenFiles>();
const prefixOf = (userId: string): string => `${userId} `;

/** The files of this draft in this page. */
export function chosenFiles(userId: string, key: string): ChosenFiles {
  const at = prefixOf(userId) + key;
  const files = all.get(at) ?? createChosenFiles(userId, key);
  all.set(at, files);
  return files;
}

onErasureOwed((userId) => {
  for (const [at, files] of [...all]) {
    if (!at.startsWith(prefixOf(userId))) continue;
    files.leave();
    all.delete(at);
  }
});
