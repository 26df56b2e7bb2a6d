/** The images of a device with the real worker: the photos that its rows name, in an IndexedDB of their own. */
import 'fake-indexeddb/auto';
import { imageIdOfKey } from '../../../schemas/images/image.ts';
import { imageFields } from '../../../schemas/protocol/collections.ts';
import { imageDatabaseName } from '../../../workers/device/database-name.ts';
import { openImageStore } from '../../../workers/device/image-store.ts';
import { answered } from '../../../workers/device/indexed-db.ts';
import type { LocalDatabase } from '../../../workers/device/open-local-database.ts';
import type { DeviceRealm } from '../../../workers/device/session/device-realm.ts';
import type { AfterRestore } from '../../../workers/replication/images/give-back-images.ts';
import type { ImageServer } from '../../../workers/replication/images/image-server.ts';
import { type KeptImages, keepImages } from '../../../workers/replication/images/keep-images.ts';
import type { Collection } from './holdings.ts';
import { rowsAhead } from './limits.ts';
import type { Network } from './network.ts';

const lost = { kind: 'lost', retryAfterMs: 0 } as const;

/** Reads by the network of the device. In histories, bytes are sent by requests, so the worker has none to send. */
const serverOf = (readPhoto: Network['readPhoto']): ImageServer => ({
  async read(key) {
    const status = await readPhoto(imageIdOfKey(key), key);
    if (status === 200) return { kind: 'done', body: new ArrayBuffer(1) };
    return status === 404 ? { kind: 'none' } : lost;
  },
  received: async () => lost,
  sendPart: async () => lost,
});

export const keepWorkerImages = (given: {
  readonly realm: DeviceRealm;
  readonly readPhoto: Network['readPhoto'];
  readonly userId: string;
  readonly database: LocalDatabase;
  readonly collections: readonly Collection[];
  readonly now: () => number;
  readonly rowsWait: () => boolean;
  readonly hasAllRows: () => boolean;
  readonly afterRestore: AfterRestore;
  readonly onNoDiskSpace: () => void;
}): KeptImages =>
  keepImages({
    ...given,
    server: serverOf(given.readPhoto),
    fields: Object.fromEntries(Object.entries(imageFields).filter(([name]) => given.collections.some((one) => one === name))),
    rowsAhead,
  });

/** The ids of the images that are on the device. */
export async function storedImages(userId: string): Promise<ReadonlySet<string>> {
  const store = openImageStore(userId);
  try {
    return new Set((await store.list()).map(({ key }) => imageIdOfKey(key)));
  } finally {
    store.close();
  }
}

export async function forgetImages(userId: string): Promise<void> {
  await answered(indexedDB.deleteDatabase(imageDatabaseName(userId)));
}
