/**
 * Chromium keeps overwritten rows in the files of its storage until these are written anew, which on a small store may be never. What one may
 * not read any more must not stay there: so much is written beside it, and deleted again, that the file of the latest writes is full and is
 * put together with the older ones. Other browsers keep their storage in another way, and are left alone.
 */
const NAME = 'overwrite';
const STORE = 'noise';
/** More than Chromium gathers before it writes a file; in pieces that it does not put into files of their own. */
const PIECES = 100;
const PIECE_BYTES = 50_000;

const isChromium = (): boolean => typeof navigator !== 'undefined' && 'userAgentData' in navigator && typeof indexedDB !== 'undefined';

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function openNoise(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  return answer(opening);
}

/** Presses what was overwritten out of the files. `goesOn` is asked before each piece. */
export async function pressOut(goesOn: () => boolean): Promise<void> {
  if (!isChromium()) return;
  const database = await openNoise();
  try {
    for (let nth = 0; nth < PIECES && goesOn(); nth += 1) {
      // Noise, since anything else would be packed to nothing.
      const noise = crypto.getRandomValues(new Uint8Array(PIECE_BYTES));
      await answer(database.transaction(STORE, 'readwrite').objectStore(STORE).put(noise, nth));
    }
  } finally {
    database.close();
    await answer(indexedDB.deleteDatabase(NAME));
  }
}
