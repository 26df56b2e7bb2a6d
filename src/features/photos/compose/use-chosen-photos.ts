import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { PHOTOS_MAX } from '../../../../schemas/images/photo-limits.ts';
import { lacksDiskSpace } from '../../../../workers/device/lacks-disk-space.ts';
import type { ShrunkPhoto, SmallPhoto } from '../../../../workers/device/photos/shrunk-photo.ts';
import { storeDraftsNow } from '../../../data/drafts/page-drafts.ts';
import { keepPhoto, storedPhoto } from '../../../data/images/images.ts';
import { letImagesGo } from '../../../data/images/let-images-go.ts';
import { readChosen } from '../../../data/photos/read-chosen.ts';
import { shrinkPhoto } from '../../../data/photos/shrink-photo.ts';
import { useStore } from '../../../data/store/local-store.tsx';
import { composeText } from '../../../text/compose-photos.ts';
import { photoRefusalText } from '../../../text/photo-refusals.ts';
import { notify } from '../../../ui/overlays/toast.ts';

/** A file that did not become a photo, and why. */
export interface Problem {
  readonly nth: number;
  readonly name: string;
  readonly text: string;
}

export interface ChosenPhotos {
  readonly photos: readonly Photo[];
  /** how many files are being made small */
  readonly working: number;
  /** Where to show the first of those from, as soon as it can be shown. */
  readonly preview: string | undefined;
  readonly problems: readonly Problem[];
  /** Call it within the event that brought the files: afterwards a browser may not read them any more. */
  readonly add: (files: readonly File[]) => void;
  readonly dismiss: (problem: Problem) => void;
  readonly describe: (id: string, alt: string) => void;
  /** Moves a photo by so many places. */
  readonly move: (id: string, by: number) => void;
  readonly remove: (id: string) => void;
  /** The draft was discarded: its photos are let go, and files that are being made small are left. */
  readonly letGo: () => void;
  /** Turns a photo to the right. Resolves with the id of the turned one; undefined where that failed, which the member is then shown. */
  readonly turn: (id: string) => Promise<string | undefined>;
}

/** The list after one of its photos was moved by so many places; the same list where it cannot move. */
export function moved(photos: readonly Photo[], id: string, by: number): readonly Photo[] {
  const from = photos.findIndex((photo) => photo.id === id);
  const to = from + by;
  const photo = photos[from];
  if (!photo || to < 0 || to >= photos.length) return photos;
  return photos.toSpliced(from, 1).toSpliced(to, 0, photo);
}

/** Why a file could not become a photo, in words. */
const reasonOf = (error: unknown): string => {
  if (lacksDiskSpace(error)) return composeText.noDiskSpace;
  console.warn('A photo could not be kept', error);
  return composeText.failed;
};

/** Stores a photo that was made small on this device. Rejects like every write if there is no disk space left. */
export async function keptPhoto({ large, small, width, height, thumbhash }: ShrunkPhoto): Promise<Photo> {
  return { id: await keepPhoto({ large, small }), width, height, thumbhash, alt: '' };
}

/**
 * The photos of a form: chosen files are made small one after the other, stored on this device, and added to the draft by `change`. What is
 * taken out is let go unless another draft has it.
 */
export function useChosenPhotos(photos: readonly Photo[], change: (photos: readonly Photo[]) => void): ChosenPhotos {
  const store = useStore();
  const [working, setWorking] = useState(0);
  const [preview, setPreview] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const lane = useRef<Promise<unknown>>(Promise.resolve());
  const counts = useRef({ working: 0, problems: 0 });
  const leaving = useRef(new AbortController());
  // What is ready later is added to what the draft has by then.
  const latest = useRef({ photos, change });
  useLayoutEffect(() => {
    latest.current = { photos, change };
  });

  const set = useCallback((next: readonly Photo[]) => {
    latest.current.photos = next;
    latest.current.change(next);
  }, []);

  const add = useCallback(
    (files: readonly File[]) => {
      const room = Math.max(0, PHOTOS_MAX - latest.current.photos.length - counts.current.working);
      if (files.length > room) notify.warning(composeText.tooMany);
      const count = (by: number) => {
        counts.current.working += by;
        setWorking(counts.current.working);
      };
      const fail = (name: string, text: string) => {
        counts.current.problems += 1;
        const problem = { nth: counts.current.problems, name, text };
        setProblems((before) => [...before, problem]);
      };
      const { signal } = leaving.current;
      for (const file of files.slice(0, room)) {
        const { name } = file;
        const reading = readChosen(file);
        count(1);
        lane.current = lane.current.then(async () => {
          let shown: string | undefined;
          const onSmall = ({ small }: SmallPhoto) => {
            shown = URL.createObjectURL(new Blob([small]));
            setPreview(shown);
          };
          try {
            const bytes = await reading;
            const shrunk = typeof bytes === 'string' ? bytes : await shrinkPhoto(bytes, { signal, onSmall });
            signal.throwIfAborted();
            if (typeof shrunk === 'string') fail(name, photoRefusalText[shrunk]);
            else {
              const photo = await keptPhoto(shrunk);
              if (signal.aborted) await letImagesGo(store, [photo.id]);
              else {
                set([...latest.current.photos, photo]);
                // A photo cannot be typed again: it does not wait for a pause, as a text does.
                void storeDraftsNow();
              }
            }
          } catch (error) {
            if (!signal.aborted) fail(name, reasonOf(error));
          } finally {
            if (shown) URL.revokeObjectURL(shown);
            setPreview(undefined);
            count(-1);
          }
        });
      }
    },
    [store, set],
  );

  const replace = useCallback(
    (id: string, by: (photo: Photo) => Photo) => set(latest.current.photos.map((photo) => (photo.id === id ? by(photo) : photo))),
    [set],
  );

  const turn = useCallback(
    async (id: string) => {
      try {
        const bytes = await storedPhoto(id);
        const shrunk = bytes && (await shrinkPhoto(bytes, { turns: 1 }));
        if (!shrunk || typeof shrunk === 'string') {
          notify.error(shrunk ? photoRefusalText[shrunk] : composeText.notHere);
          return undefined;
        }
        // Bytes never change under their id: another device may have them.
        const turned = await keptPhoto(shrunk);
        replace(id, ({ alt }) => ({ ...turned, alt }));
        await letImagesGo(store, [id]);
        return turned.id;
      } catch (error) {
        notify.error(reasonOf(error));
        return undefined;
      }
    },
    [store, replace],
  );

  const letGo = useCallback(
    (ids: readonly string[]) => {
      letImagesGo(store, ids).catch((error: unknown) => console.warn('Photos could not be let go', error));
    },
    [store],
  );
  const remove = useCallback(
    (id: string) => {
      set(latest.current.photos.filter((photo) => photo.id !== id));
      letGo([id]);
    },
    [letGo, set],
  );

  return useMemo(
    () => ({
      photos,
      working,
      preview,
      problems,
      add,
      dismiss: ({ nth }) => setProblems((before) => before.filter((problem) => problem.nth !== nth)),
      describe: (id, alt) => replace(id, (photo) => ({ ...photo, alt })),
      move: (id, by) => set(moved(latest.current.photos, id, by)),
      remove,
      letGo: () => {
        leaving.current.abort();
        leaving.current = new AbortController();
        letGo(photos.map(({ id }) => id));
      },
      turn,
    }),
    [photos, working, preview, problems, add, replace, set, remove, letGo, turn],
  );
}
