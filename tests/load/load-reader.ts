/**
 * Reads posts, comments and messages as a device does: by the frames of its stream, and by a pull where the protocol asks for one. It
 * stores checkpoints and heads, and no rows.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Checkpoint, Frame, Heads, PullResponse, WireDocument } from '../../schemas/protocol/sync.ts';
import { FailedRequest, type LoadClient } from './load-client.ts';
import type { Meter } from './meter.ts';

export const followed = ['posts', 'comments', 'group_messages'] as const;
export type Followed = (typeof followed)[number];
const PAGE = 200;

const isFollowed = (name: string): name is Followed => followed.includes(name as Followed);

export type OnDocument = (collection: CollectionName, document: WireDocument) => void;

/** Opens the stream and pulls until nothing is left. `onDocument` is called for every row that arrives, also for repeated ones. */
export async function openReader(client: LoadClient, meter: Meter, onDocument: OnDocument): Promise<void> {
  const checkpoints: Record<Followed, Checkpoint> = { posts: {}, comments: {}, group_messages: {} };
  let heads: Record<string, number> = {};
  let epoch: string | null = null;
  /** the frames that came while a pull ran; null while none runs */
  let queued: Frame[] | null = null;
  let again = false;

  /** Moves heads and checkpoints. Returns false where rows are missing between them and the frame. */
  function follow({ scope, prev, head }: Frame): boolean {
    // A scope without earlier rows begins with its first frame.
    const known = heads[scope] ?? (prev === 0 ? 0 : -1);
    if (prev > known) return false;
    if (head <= known) return true;
    heads[scope] = head;
    for (const name of followed) {
      const at = checkpoints[name][scope] ?? (prev === 0 ? 0 : null);
      if (typeof at !== 'number') return false;
      checkpoints[name] = { ...checkpoints[name], [scope]: Math.max(at, head) };
    }
    return true;
  }

  async function pullOnce(): Promise<boolean> {
    meter.pulls += 1;
    const asked = Object.fromEntries(followed.map((name) => [name, { checkpoint: checkpoints[name], limit: PAGE }]));
    const answer: PullResponse = await client.pull({ epoch, collections: asked });
    epoch = answer.epoch;
    heads = { ...answer.heads };
    for (const name of followed) {
      const page = answer.collections[name];
      for (const document of page?.documents ?? []) onDocument(name, document);
      checkpoints[name] = { ...checkpoints[name], ...page?.checkpoint };
    }
    return followed.some((name) => answer.collections[name]?.more);
  }

  async function pull(): Promise<void> {
    if (queued) {
      again = true;
      return;
    }
    do {
      again = false;
      queued = [];
      try {
        while (await pullOnce());
      } catch (error) {
        // Counted already. The next heartbeat makes this device pull once more.
        if (!(error instanceof FailedRequest)) throw error;
      }
      const came: Frame[] = queued;
      queued = null;
      if (!came.every(follow)) again = true;
    } while (again);
  }

  function takeFrames(frames: readonly Frame[]): void {
    for (const frame of frames) {
      for (const [name, page] of Object.entries(frame.collections)) {
        if (isFollowed(name)) for (const document of page?.documents ?? []) onDocument(name, document);
      }
      if (queued) queued.push(frame);
      else if (!follow(frame)) void pull();
    }
  }

  function compare(now: Heads): void {
    if (queued) return;
    if (Object.entries(now).every(([scope, head]) => (heads[scope] ?? -1) >= head)) return;
    meter.aheadOfFrames += 1;
    void pull();
  }

  await client.openStream((name, data) => {
    if (name === 'frames') takeFrames(JSON.parse(data) as Frame[]);
    else if (name === 'pull') void pull();
    else if (name === 'heartbeat') compare((JSON.parse(data) as { heads: Heads }).heads);
    // A stream that replaces another begins with a pull.
    else if (name === 'open' && epoch !== null) void pull();
  });
  await pull();
}
