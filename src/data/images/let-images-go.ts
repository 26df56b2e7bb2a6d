/**
 * Images that were chosen on this device and that nobody sends. The worker knows which rows name an image, the page which drafts have it.
 * So the page says which images no draft has any more, and the worker deletes those that no row names either.
 */
import { imageIdOf } from '../../../schemas/images/image.ts';
import { type ImageMessage, imageChannelName, openImageStore } from '../../../workers/device/image-store.ts';
import { readLocal } from '../../../workers/device/local-documents.ts';
import type { Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { draftsOf } from '../drafts/page-drafts.ts';
import { draftPhotos } from '../store/draft-text.ts';
import type { LocalStore } from '../store/local-store.tsx';

/** A form that another tab has not stored yet is stored by then. */
const OLD_MS = 24 * 60 * 60_000;

/** The images that drafts and refused writes have. Both are sent later, or discarded. */
async function begunWith(store: LocalStore): Promise<ReadonlySet<string>> {
  const [drafts, outbox] = await Promise.all([store.drafts.read(), readLocal<Outbox>(store.database, OUTBOX_ID)]);
  const refused = (outbox?.entries ?? []).map(({ document }) => document);
  const addresses = refused.flatMap(({ profile_image_url: url }) => imageIdOf(typeof url === 'string' ? url : null) ?? []);
  const written = [...drafts.map(({ value }) => value), ...draftsOf(store).map((draft) => draft.shown().value), ...refused];
  return new Set([...written.flatMap(draftPhotos), ...addresses]);
}

/** Lets these images go, as far as no draft has them. */
export async function letImagesGo(store: LocalStore, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const begun = await begunWith(store);
  const message: ImageMessage = { type: 'let go', ids: ids.filter((id) => !begun.has(id)) };
  if (message.ids.length === 0) return;
  const channel = new BroadcastChannel(imageChannelName(store.userId));
  channel.postMessage(message);
  channel.close();
}

/** Lets all images go that were chosen at least a day ago and that no draft has. */
export async function letOldImagesGo(store: LocalStore): Promise<void> {
  const images = openImageStore(store.userId);
  try {
    const chosen = (await images.list()).filter(({ state, at }) => state === 'waiting' && store.clock.now() - at > OLD_MS);
    await letImagesGo(
      store,
      chosen.map(({ key }) => key),
    );
  } finally {
    images.close();
  }
}
