import { createTopic } from '../../schemas/base/topic.ts';
import { lacksDiskSpace } from '../../workers/device/disk-space.ts';
import { type DraftEvent, type FormDraft, isOverwritten, nextDraft, openedForm, type StoredDraft } from './draft-rules.ts';
import type { LocalStore } from './local-store.tsx';

/** How long typing goes on before it is stored, with or without a pause. */
const SAVE_AFTER_MS = 300;

/**
 * The draft of one form in this page, as long as the page lives. If the disk is full or the browser takes the store away, what was typed
 * stays in memory and is stored as soon as possible.
 */
export interface OpenDraft<T = unknown> {
  readonly form: () => FormDraft<T>;
  subscribe(listener: () => void): () => void;
  /** A form shows the draft, with this store. The returned function ends that. */
  attach(local: LocalStore): () => void;
  type(value: T): void;
  /** Reads what is stored: another tab may have been killed before this one heard of its change. */
  look(): void;
  /** The page is hidden. */
  leave(): void;
  /** Stores now what was typed, if it is not stored yet. The promise settles when nothing is under way any more. */
  storeNow(): Promise<void>;
  /** Continues with this store, and stores there what only another store has, or none. */
  moveTo(local: LocalStore): Promise<void>;
  /** The form is empty when this returns. The promise settles once the store has deleted the draft, or failed to. */
  discard(): Promise<void>;
  /** Discards the draft if it is in this document and revision. */
  discardIf(draft: Pick<StoredDraft, 'document' | 'revision'>): void;
  /** The form shows this text instead. Its own text is stored as another draft. */
  take(other: StoredDraft): Promise<void>;
  /** whether it has typed text that this store lacks or, without `local`, that no store has */
  isUnstored(local?: LocalStore): boolean;
}

export function createOpenDraft<T>(key: string, opened: LocalStore): OpenDraft<T> {
  let local = opened;
  let form = openedForm<T>(key);
  const changed = createTopic();
  let attached = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** what was last typed here and stored, and where: if the browser takes that store away, the text goes with it */
  let stored: (Pick<FormDraft, 'document' | 'seen' | 'rowId'> & { readonly value: T; readonly in: LocalStore }) | null = null;
  /** whether the form has something that its store lacks */
  let unsaved = false;
  // The steps to do, in this order: first the writes to the store, then reading from it.
  let toErase = false;
  let toSave = false;
  let toTake: StoredDraft | null = null;
  let toHear = false;
  let work: Promise<void> | null = null;

  function happened(event: DraftEvent<T>): void {
    form = nextDraft(form, event);
    changed.announce();
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function settle(): Promise<void> {
    work ??= Promise.resolve().then(workOff);
    return work;
  }

  async function workOff(): Promise<void> {
    for (;;) {
      if (toErase) await erase();
      else if (toSave) await save();
      else if (toTake) await takeNow(toTake);
      else if (toHear) await hear();
      else break;
    }
    work = null;
  }

  function failed(to: LocalStore, what: string, error: unknown): void {
    if (lacksDiskSpace(error)) to.connection.outOfDiskSpace();
    else console.warn(what, error);
  }

  async function erase(): Promise<void> {
    toErase = false;
    const { document, seen } = form;
    try {
      if (seen) await local.drafts.remove({ document, revision: seen });
      happened({ type: 'erased' });
    } catch (error) {
      // The text was sent all the same. A device with a full disk cannot even store that the draft is deleted.
      failed(local, 'A draft could not be removed', error);
    }
    toHear = true;
  }

  async function save(): Promise<void> {
    toSave = false;
    stopTimer();
    const to = local;
    const { value, rowId } = form;
    if (value === null || value === undefined) return;
    unsaved = true;
    try {
      const at = await to.drafts.keep(form);
      if (to !== local) {
        toSave = form.touched;
        return;
      }
      happened({ type: 'saved', ...at });
      if (!form.touched) return;
      stored = { value, ...at, rowId, in: to };
      if (form.value === value) unsaved = false;
    } catch (error) {
      failed(to, 'A draft could not be stored', error);
    }
  }

  async function takeNow(other: StoredDraft): Promise<void> {
    if (form.touched) {
      // The text in the form is stored first. If that fails, it stays in the form.
      await save();
      if (unsaved || toErase) {
        if (!timer) toTake = null;
        return;
      }
    }
    const { value } = form;
    const now = await read();
    if (form.value !== value || toErase) return;
    toTake = null;
    const found = now?.find(({ document }) => document === other.document);
    if (found) {
      stored = null;
      happened({ type: 'taken', draft: found });
    }
    toHear = true;
  }

  async function read(): Promise<readonly StoredDraft[] | null> {
    try {
      return await local.drafts.read(key);
    } catch (error) {
      console.warn('The drafts could not be read', error);
      return null;
    }
  }

  async function hear(): Promise<void> {
    toHear = false;
    const from = local;
    const found = await read();
    if (toErase || from !== local) {
      toHear = true;
      return;
    }
    // A store that does not answer must not change what is typed.
    if (!found && form.value !== undefined) return;
    if (found && !unsaved && isOverwritten(form, found)) toSave = true;
    happened({ type: 'heard', stored: found ?? [] });
  }

  function moveTo(next: LocalStore): Promise<void> {
    if (stored && stored.in !== next && !form.touched) {
      const { value, document, seen, rowId } = stored;
      form = { ...form, value, document, seen, rowId, touched: true };
    }
    if (form.touched) toSave = unsaved || stored?.in !== next;
    else if (next !== local) form = { ...form, seen: undefined };
    local = next;
    return settle();
  }

  function storeNow(): Promise<void> {
    if (unsaved) toSave = true;
    return settle();
  }

  function look(): void {
    toHear = true;
    void settle();
  }

  function discard(): Promise<void> {
    stopTimer();
    unsaved = false;
    stored = null;
    toSave = false;
    toTake = null;
    toErase = true;
    happened({ type: 'emptied' });
    return settle();
  }

  return {
    form: () => form,
    subscribe: changed.subscribe,
    attach(next) {
      const first = attached === 0;
      attached += 1;
      // What the store has is read from there, as in any other tab. The rest is only in the memory of this page.
      if (first && !unsaved && stored?.in === next) form = openedForm(key);
      else void moveTo(next);
      if (first && form.touched) form = { ...form, restored: true };
      changed.announce();
      look();
      const unfollow = next.drafts.follow(look, key);
      return () => {
        unfollow();
        attached -= 1;
        if (attached > 0) return;
        void storeNow().then(() => {
          // The next form of this draft begins with what is stored then.
          if (attached === 0 && !unsaved) form = openedForm(key);
        });
      };
    },
    type(value) {
      unsaved = true;
      timer ??= setTimeout(() => {
        timer = undefined;
        toSave = true;
        void settle();
      }, SAVE_AFTER_MS);
      happened({ type: 'typed', value });
    },
    look,
    leave() {
      happened({ type: 'left' });
      look();
      void storeNow();
    },
    storeNow,
    moveTo,
    discard,
    discardIf({ document, revision }) {
      if (stored?.document === document && stored.seen === revision) stored = null;
      if (form.document === document && form.seen === revision) void discard();
    },
    take(other) {
      toTake = other;
      return settle();
    },
    isUnstored: (now) => unsaved || (now !== undefined && stored !== null && stored.in !== now),
  };
}
