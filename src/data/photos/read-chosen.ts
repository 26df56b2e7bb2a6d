import type { OpenRefusal } from '../../../workers/device/photos/file/look-at-file.ts';
import { OPENED_MAX_BYTES } from '../../../workers/device/photos/file/open-limits.ts';

/** The bytes of a file as they are being read, or why there are none. Never rejects. */
export type ChosenFile = Promise<ArrayBuffer | OpenRefusal>;

/**
 * Reads a file. Call it within the event that brought the file, and keep the bytes, not the file: a file of a
 * phone's picker may change or go away right after that event, and a second read then fails. So it is read once, and whole.
 */
export async function readChosen(file: Blob): ChosenFile {
  if (file.size > OPENED_MAX_BYTES) return 'IMAGE_TOO_LARGE';
  try {
    return await file.arrayBuffer();
  } catch {
    // It was deleted, or is in a cloud that cannot be reached.
    return 'IMAGE_UNREAD';
  }
}
