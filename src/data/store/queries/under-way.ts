import { createTopic } from '../../../../schemas/base/topic.ts';

/** What this page is writing to a row. */
export interface UnderWay {
  readonly id: string;
  /** null if it is being deleted. It is pending, and its empty write id says that the store does not have it yet. */
  readonly row: { readonly pending: 1; readonly write_id: '' } | null;
}

const writes = new WeakMap<object, Set<UnderWay>>();
const none: ReadonlySet<UnderWay> = new Set();
const moved = createTopic<[collection: object]>();

export const underWayIn = (collection: object): ReadonlySet<UnderWay> => writes.get(collection) ?? none;

/** Calls back when a write to this collection begins, and when the store has it, or refused it. */
export const onUnderWay = (collection: object, listener: () => void): (() => void) =>
  moved.subscribe((of) => of === collection && listener());

/** Lets the queries of this page show what `write` does until it has settled. */
export async function whileUnderWay<T>(collection: object, shown: UnderWay, write: () => Promise<T>): Promise<T> {
  const all = writes.get(collection) ?? new Set();
  writes.set(collection, all.add(shown));
  moved.announce(collection);
  try {
    return await write();
  } finally {
    all.delete(shown);
    moved.announce(collection);
  }
}
