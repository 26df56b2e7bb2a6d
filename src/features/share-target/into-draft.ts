import type { Photo } from '../../../schemas/images/photo.ts';
import type { ShrunkPhoto } from '../../../workers/device/photos/shrunk-photo.ts';
import { removeShare, type WaitingShare, waitingShares } from '../../../workers/device/waiting-shares.ts';
import { letImagesGo } from '../../data/images/let-images-go.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { keptPhoto } from '../photos/compose/chosen-files.ts';

/** A form that can take what was shared: its key, and what its draft then is. */
export interface SharingForm {
  readonly key: string;
  readonly draft: (text: { readonly content: string; readonly photos: Photo[] }) => unknown;
}

/**
 * Makes a share the newest draft of this form, and removes it. Another draft of the form stays as it is. Returns false if the share does not
 * wait any more: another window was quicker. Rejects, and the share waits on, if the draft or a photo could not be stored.
 */
export async function intoDraft(
  store: LocalStore,
  share: WaitingShare,
  photos: readonly ShrunkPhoto[],
  { key, draft }: SharingForm,
): Promise<boolean> {
  const { id, text: content } = share;
  const release = await store.drafts.claim(id);
  if (!release) return false;
  try {
    if (!(await waitingShares(store.userId)).some((one) => one.id === id)) return false;
    const kept: Photo[] = [];
    try {
      for (const photo of photos) kept.push(await keptPhoto(photo));
      await store.drafts.put({ id, key, rowId: id, value: draft({ content, photos: kept }) });
    } catch (error) {
      const ids = kept.map((photo) => photo.id);
      // What is left over goes within a day.
      await letImagesGo(store, ids).catch(() => undefined);
      throw error;
    }
    await removeShare(share);
    return true;
  } finally {
    release();
  }
}
