import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { PHOTOS_MAX } from '../../../../schemas/images/photo-limits.ts';
import { awaitPhoto, showThatTabLives } from '../../../data/drafts/awaited-photos.ts';
import type { OtherDrafts } from '../../../data/drafts/drafts.ts';
import { storeDraftsNow } from '../../../data/drafts/page-drafts.ts';
import { letImagesGo } from '../../../data/images/let-images-go.ts';
import { forgetPhotoSources } from '../../../data/photos/photo-sources.ts';
import { type LocalStore, useStore } from '../../../data/store/local-store.tsx';
import { composeText } from '../../../text/compose-photos.ts';
import { notify } from '../../../ui/overlays/toast.ts';
import { changedPhoto, type PhotoChange } from './change-photo.ts';
import { chosenFiles, type FilesNow, type PhotoDraft, type Problem, reasonOf } from './chosen-files.ts';

export interface ChosenPhotos extends FilesNow {
  readonly photos: readonly Photo[];
  /** Call it within the event that brought the files: afterwards a browser may not read them any more. */
  readonly add: (files: readonly File[]) => void;
  readonly dismiss: (problem: Problem) => void;
  readonly describe: (id: string, alt: string) => void;
  /** Moves a photo by so many places. */
  readonly move: (id: string, by: number) => void;
  readonly remove: (id: string) => void;
  /** The draft was discarded: its photos are let go, and files that are being made small are left. */
  readonly letGo: () => void;
  /** Resolves when no file is being made small. */
  readonly settled: () => Promise<unknown>;
  /**
   * Makes a photo anew. Calls `onMade` with its new id, so that what shows the photo goes on with it. Resolves to false where that failed,
   * which the member is then shown.
   */
  readonly remake: (id: string, change: PhotoChange, onMade: (id: string) => void) => Promise<boolean>;
  /** A chooser opens: until it gives files or is cancelled, the page may end. */
  readonly chooserOpens: () => void;
  readonly chooserClosed: () => void;
}

/** The list after one of its photos was moved by so many places; the same list where it cannot move. */
export function moved(photos: readonly Photo[], id: string, by: number): readonly Photo[] {
  const from = photos.findIndex((photo) => photo.id === id);
  const to = from + by;
  const photo = photos[from];
  if (!photo || to < 0 || to >= photos.length) return photos;
  return photos.toSpliced(from, 1).toSpliced(to, 0, photo);
}

/** How to change these photos, with the functions of the last render: they stay the same, and the draft may have changed. */
function photoActions(store: LocalStore, draft: () => PhotoDraft, waits: { end: (() => void) | undefined }) {
  const { userId } = store;
  const files = () => chosenFiles(userId, draft().key);
  let photosNow: readonly Photo[] = [];
  const letGo = (ids: readonly string[]) => {
    forgetPhotoSources(ids);
    letImagesGo(store, ids).catch((error: unknown) => console.warn('Photos could not be let go', error));
  };
  const replace = (id: string, by: (photo: Photo) => Photo) =>
    draft().change((photos) => photos.map((photo) => (photo.id === id ? by(photo) : photo)));
  const chooserClosed = () => {
    waits.end?.();
    waits.end = undefined;
  };
  return {
    rendered(photos: readonly Photo[]) {
      photosNow = photos;
    },
    actions: {
      add: (chosen: readonly File[]) => {
        const room = Math.max(0, PHOTOS_MAX - photosNow.length - files().now().working);
        if (chosen.length > room) notify.warning(composeText.tooMany);
        files().add(store, draft(), chosen.slice(0, room));
        // Until they are photos, they can be lost with the page. Another chooser may open before that.
        const { end } = waits;
        waits.end = undefined;
        if (end) void files().settled().then(end);
      },
      dismiss: (problem: Problem) => files().dismiss(problem),
      describe: (id: string, alt: string) => void replace(id, (photo) => ({ ...photo, alt })),
      move: (id: string, by: number) => void draft().change((photos) => moved(photos, id, by)),
      remove: (id: string) => {
        draft().change((photos) => photos.filter((photo) => photo.id !== id));
        letGo([id]);
      },
      letGo: () => {
        files().leave();
        letGo(photosNow.map(({ id }) => id));
      },
      settled: () => files().settled(),
      remake: async (id: string, change: PhotoChange, onMade: (id: string) => void) => {
        const photo = photosNow.find((one) => one.id === id);
        if (!photo) return false;
        const { change: changeDraft, hold } = draft();
        const letDraftGo = hold();
        try {
          const made = await changedPhoto(userId, photo, change);
          if (typeof made === 'string') {
            notify.error(made);
            return false;
          }
          let isThere = false;
          const replaced = (photos: readonly Photo[]) =>
            photos.map((one) => {
              if (one.id !== id) return one;
              isThere = true;
              return { ...made, alt: one.alt };
            });
          // Rendered together: what shows the photo would close without it.
          flushSync(() => {
            onMade(made.id);
            changeDraft(replaced);
          });
          void storeDraftsNow();
          letGo([isThere ? id : made.id]);
          return true;
        } catch (error) {
          notify.error(reasonOf(error));
          return false;
        } finally {
          letDraftGo();
        }
      },
      chooserOpens: () => {
        chooserClosed();
        const { key, choosing } = draft();
        const arrived = awaitPhoto(userId, key);
        choosing?.(true);
        waits.end = () => {
          arrived();
          choosing?.(false);
        };
        // A phone may end the page while its camera is open. The chooser opens only within the press, so this is not waited for.
        void storeDraftsNow();
      },
      chooserClosed,
    },
  };
}

/**
 * The photos of a draft that a form shows: chosen files are made small one after the other, stored on this device, and added to the draft
 * that they were chosen for. What is taken out is let go unless another draft has it.
 */
export function useChosenPhotos(photos: readonly Photo[], draft: PhotoDraft): ChosenPhotos {
  const store = useStore();
  const files = chosenFiles(store.userId, draft.key);
  const now = useSyncExternalStore(files.subscribe, files.now);
  const latest = useRef(draft);
  const waits = useRef<{ end: (() => void) | undefined }>({ end: undefined });
  const { rendered, actions } = useMemo(() => photoActions(store, () => latest.current, waits.current), [store]);
  useLayoutEffect(() => {
    latest.current = draft;
    rendered(photos);
  });
  useEffect(() => {
    showThatTabLives();
    // The form is left, and with it the chooser.
    return actions.chooserClosed;
  }, [actions]);
  return useMemo(() => ({ photos, ...now, ...actions }), [photos, now, actions]);
}

/** Other drafts of the form, of which one is shown only once the photos that were chosen for this one have arrived. */
export function useOthersOnceSettled(others: OtherDrafts, { settled }: Pick<ChosenPhotos, 'settled'>): OtherDrafts {
  return useMemo(() => ({ ...others, take: (draft) => settled().then(() => others.take(draft)) }), [others, settled]);
}
