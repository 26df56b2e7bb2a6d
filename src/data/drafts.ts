import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isNoRoom } from '../../schemas/local/no-room.ts';
import { type LocalStore, useStore } from './local-store.tsx';

/**
 * Texts that somebody is still writing, in the local store: they come back after a reload, a crash or a closed tab. What
 * was typed is stored within half a second, and at once when the page is hidden or the form goes away. Where it cannot be
 * stored, on a device without room or after the browser took the store away, it is kept in the memory of this page and stored as
 * soon as it can be.
 */
const SAVE_AFTER_MS = 300;

export interface Draft<T> {
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** whether `value` was found, not typed since this form opened */
  readonly restored: boolean;
  save(value: T): void;
  /** The form is empty when this returns; the promise settles when the store has no draft any more. */
  discard(): Promise<void>;
}

export const DRAFT_PREFIX = 'draft-';
const draftId = (key: string): string => `${DRAFT_PREFIX}${key}`;
interface Stored {
  value: unknown;
}

/** What was typed in this page and not sent: it outlives a store that has no room, and one that the browser takes away. */
interface Typed {
  readonly value: unknown;
  /** the store that has it, if one has */
  readonly storedIn: LocalStore | null;
}
const typed = new Map<string, Typed>();
const typedKey = (local: LocalStore, key: string): string => `${local.userId} ${key}`;

function store(to: LocalStore, key: string, value: unknown): Promise<void> {
  const stored = tryToStore(to, key, value).finally(() => storing.delete(stored));
  storing.add(stored);
  return stored;
}

async function tryToStore(to: LocalStore, key: string, value: unknown): Promise<void> {
  const at = typedKey(to, key);
  const kept: Typed = { value, storedIn: null };
  typed.set(at, kept);
  try {
    await to.database.upsertLocal<Stored>(draftId(key), { value });
    if (typed.get(at) === kept) typed.set(at, { value, storedIn: to });
  } catch (error) {
    if (isNoRoom(error)) to.connection.lacksRoom();
    else console.warn('A draft could not be stored', error);
  }
}

/** What this page knows better than the store: it could not store it, or stored it in one that is gone. */
function better(local: LocalStore, key: string): Typed | null {
  const kept = typed.get(typedKey(local, key));
  return kept && kept.storedIn !== local ? kept : null;
}

async function erase(from: LocalStore, key: string): Promise<void> {
  typed.delete(typedKey(from, key));
  try {
    const held = await from.database.getLocal<Stored>(draftId(key));
    await held?.remove();
  } catch (error) {
    // What was sent is sent. A device without room cannot even note that this is no draft any more.
    if (isNoRoom(error)) from.connection.lacksRoom();
    else console.warn('A draft could not be removed', error);
  }
}

interface OpenForm {
  /** its draft is discarded elsewhere */
  empty(local: LocalStore, key: string): void;
  /** stores what was typed just now, if anything */
  flush(): void;
  hasTyped(): boolean;
}
const openForms = new Set<OpenForm>();
const storing = new Set<Promise<void>>();

/** Resolves when everything that was typed in this page is stored, as far as it can be. */
export async function storeDraftsNow(): Promise<void> {
  for (const form of openForms) form.flush();
  await Promise.all(storing);
}

/** Whether this page holds something typed that the store has not: a reload now would lose it. */
export function hasUnstoredDrafts(local: LocalStore): boolean {
  if ([...openForms].some((form) => form.hasTyped())) return true;
  return [...typed].some(([at, { storedIn }]) => at.startsWith(typedKey(local, '')) && storedIn !== local);
}

/** Lets go of a draft, whether its form is open or not. */
export async function eraseDraft(local: LocalStore, key: string): Promise<void> {
  for (const form of openForms) form.empty(local, key);
  await erase(local, key);
}

/** Stores what could not be stored before. */
async function storeKept(local: LocalStore): Promise<void> {
  const mine = typedKey(local, '');
  for (const [at, { value, storedIn }] of [...typed]) {
    if (at.startsWith(mine) && storedIn !== local) await store(local, at.slice(mine.length), value);
  }
}

/** The draft of one context: `post-new`, `comment-<post id>`, ... */
export function useDraft<T>(key: string): Draft<T> {
  const local = useStore();
  const [state, setState] = useState<{ readonly key: string; readonly value: T | null | undefined; readonly restored: boolean }>({
    key,
    value: undefined,
    restored: false,
  });
  const waiting = useRef<{ readonly value: T; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const touched = useRef(false);

  const flush = useCallback(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const { value } = waiting.current;
    waiting.current = null;
    void store(local, key, value);
  }, [local, key]);

  // In the layout phase: what is typed before the effects of a busy page would be taken for untouched, and lost to the answer of the store.
  useLayoutEffect(() => {
    let current = true;
    touched.current = false;
    // Being stored while it is asked for: the answer may be from before.
    const underWay = better(local, key);
    local.database
      .getLocal<Stored>(draftId(key))
      .then((found) => {
        // What was typed before the store answered is newer than what it answers.
        if (!current || touched.current) return;
        const kept = better(local, key);
        if (kept) void store(local, key, kept.value);
        const latest = kept ?? underWay;
        const value = latest ? (latest.value as T) : found ? ((found.toJSON().data as Stored).value as T) : null;
        setState({ key, value, restored: value !== null });
      })
      .catch(() => {
        if (current && !touched.current) setState({ key, value: null, restored: false });
      });
    let wasFull = false;
    const unsubscribe = local.connection.subscribe(() => {
      const { storageFull } = local.connection.snapshot().status;
      if (wasFull && !storageFull) void storeKept(local);
      wasFull = storageFull;
    });
    const empty = (from: LocalStore, discarded: string) => {
      if (from !== local || discarded !== key) return;
      touched.current = true;
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = null;
      setState({ key, value: null, restored: false });
    };
    const form: OpenForm = { empty, flush, hasTyped: () => waiting.current !== null };
    openForms.add(form);
    const onHide = () => flush();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onHide);
    return () => {
      current = false;
      unsubscribe();
      openForms.delete(form);
      flush();
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onHide);
    };
  }, [local, key, flush]);

  const save = useCallback(
    (value: T) => {
      touched.current = true;
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { value, timer: setTimeout(flush, SAVE_AFTER_MS) };
      setState((before) => ({ key, value, restored: before.key === key && before.restored }));
    },
    [key, flush],
  );

  const discard = useCallback(async () => {
    touched.current = true;
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    // Drawn at once: a form that still showed what was sent would send it again, and then empty itself of the next text.
    flushSync(() => setState({ key, value: null, restored: false }));
    await erase(local, key);
  }, [local, key]);

  const mine = state.key === key;
  return { value: mine ? state.value : undefined, restored: mine && state.restored, save, discard };
}
