import { pause } from '../../../schemas/base/pause.ts';
import type { Device } from './device.ts';
import { collections } from './holdings.ts';
import type { Replica } from './replica.ts';

/** A server that was killed, or whose Postgres was restarted, is back within this time. */
const PATIENCE_MS = 60_000;

/** Wraps a replica as a device of a history. */
export function replicaDevice(replica: Replica): Device & { readonly replica: Replica } {
  const { network } = replica;
  const { realm } = network;
  return {
    kind: 'replica',
    replica,
    network,
    collections,
    get streaming() {
      return replica.streaming;
    },
    shownRows: async () => (collection) => replica.rows(collection),
    serverRows: async (collection) => replica.held(collection),
    write: async (intent) => replica.write(intent),
    send: (_patiently, atOnce) => replica.send(atOnce),
    async pull(patiently, limit, pages) {
      const deadline = realm.Date.now() + (patiently ? PATIENCE_MS : 0);
      for (;;) {
        if (await replica.pull(limit, pages)) return true;
        if (realm.Date.now() > deadline) return false;
        await pause(20, realm);
      }
    },
    comeBack() {
      network.up = true;
    },
    setClock: (wrongBy) => replica.setClock(wrongBy),
    storedPhotos: async () => null,
    hiddenNotifications: async () => 0,
    openStream: () => replica.openStream(),
    closeStream: () => replica.closeStream(),
    quiet: () => replica.quiet(),
    async crash() {
      await replica.quiet();
      return replica.loseLastCheckpoint();
    },
    lostWrites: async () => [],
    refusals: async () => null,
    async close() {
      replica.closeStream();
      network.cut();
      await replica.quiet();
    },
  };
}
