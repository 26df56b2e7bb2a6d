import { v7 as uuid } from 'uuid';
import { createTopic } from '../../../schemas/base/topic.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import type { DraftStore, StoredDraft } from '../store/draft-store.ts';
import { distinctDrafts, isWritten } from '../store/draft-text.ts';
import type { LocalStore } from '../store/local-store.tsx';
import { forgetSetAside, holdPage, readSetAside, type SetAside, setAside } from './set-aside.ts';

/** How long typing goes on before it is stored, with or without a pause. */
const SAVE_AFTER_MS = 300;

/** What a form shows. A form that nobody has typed in shows the newest draft, from any tab, or the draft that was chosen. */
export interface ShownDraft<T = unknown> {
  /** the stored draft; undefined for a new text */
  readonly id: string | undefined;
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** whether the text was found, not typed since the form opened */
  readonly restored: boolean;
  /** the id of the row that the text becomes when it is sent: sent twice, after a crash or from two tabs, it is one row */
  readonly rowId: string;
  /** texts of the same form that it does not show */
  readonly others: readonly StoredDraft[];
}

/**
 * The draft of one form in this page, as long as the page lives. What is typed gets a draft of its own, or continues the draft that the
 * form showed if the tab of that one is gone. If the disk is full or the browser takes the store away, what was typed stays in memory and
 * in session storage, and is stored as soon as possible.
 */
export interface OpenDraft<T = unknown> {
  readonly shown: () => ShownDraft<T>;
  subscribe(listener: () => void): () => void;
  /** A form shows the draft, with this store. The returned function ends that. */
  attach(local: LocalStore): () => void;
  type(value: T): void;
  /** Reads what is stored: another tab may have been killed before this one learned of its change. */
  look(): void;
  /** The page is hidden: the member is not about to write in a form that they have just emptied. */
  leave(): void;
  /** Stores now what was typed, if it is not stored yet. The promise settles when nothing is under way any more. */
  storeNow(): Promise<void>;
  /** Continues with this store, and stores there what only another store has, or none. */
  moveTo(local: LocalStore): Promise<void>;
  /** The form is empty when this returns. The promise settles once the store has deleted the draft, or failed to. */
  discard(): Promise<void>;
  /** Discards the draft if it is this one, in this revision. */
  discardIf(draft: StoredDraft): void;
  /** The form shows this text instead. Its own text is stored as another draft. */
  take(other: StoredDraft): Promise<void>;
  /** Its member has erased everything. What was typed is forgotten and stored nowhere. */
  forget(): void;
  /** whether it has typed text that this store lacks or, without `local`, that no store has */
  isUnstored(local?: LocalStore): boolean;
}

/** A text that was typed in this tab. */
interface Typed<T> {
  value: T;
  readonly rowId: string;
  restored: boolean;
  /** the stored draft that it was typed over; null if the form showed none */
  readonly over: SetAside['over'];
  /** its own draft, once that is claimed */
  own?: { readonly id: string; readonly release: () => void };
  saved?: { readonly value: T; readonly revision: string; readonly in: LocalStore };
}

/** Claims the draft that a text was typed over, if its tab is gone and the form has seen all of it. Otherwise claims a new draft. */
async function claimDraft(drafts: DraftStore, over: SetAside['over']): Promise<NonNullable<Typed<unknown>['own']>> {
  const release = over && (await drafts.claim(over.id));
  if (over && release) {
    const found = (await drafts.read()).find(({ id }) => id === over.id);
    if (found?.revision === over.revision) return { id: over.id, release };
    release();
  }
  const id = uuid();
  return { id, release: (await drafts.claim(id)) ?? (() => undefined) };
}

const areSame = (before: readonly StoredDraft[] | undefined, now: readonly StoredDraft[]): boolean =>
  before?.length === now.length && before.every(({ revision }, n) => revision === now[n]?.revision);

/** What a text that is typed from now on continues. */
const continued = <T>({ own, saved, over }: Typed<T>): SetAside['over'] => (own && saved ? { id: own.id, revision: saved.revision } : over);

export function createOpenDraft<T>(key: string, opened: LocalStore): OpenDraft<T> {
  let local = opened;
  const aside = readSetAside(opened.userId, key);
  /** the text that is typed here; null if the form shows what is stored */
  let typed: Typed<T> | null = aside && { ...aside, value: aside.value as T, restored: true };
  /** the text that was last typed here, once its form has closed: if the browser takes its store away, the text goes with it */
  let last: Typed<T> | null = null;
  /** the drafts of this form; undefined until the store has answered */
  let stored: readonly StoredDraft[] | undefined;
  /** the draft that the member chose to see */
  let chosen: string | null = null;
  /** whether the text was sent or discarded here: the member may be about to write the next one, so the form stays empty */
  let keptEmpty = false;
  /** revisions that were discarded here: a device with a full disk cannot even store that */
  const discarded = new Set<string>();
  /** revisions that were found, and were not sent when they were */
  const found = new Set<string>();
  let nextRowId = uuid();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attached = 0;
  /** whether the typed text could not be stored when that was last tried */
  let unstorable = typed !== null;
  let willLook = false;
  let work: Promise<void> = Promise.resolve();
  const changed = createTopic();
  let shown = look();

  function look(): ShownDraft<T> & { readonly draft: StoredDraft | undefined } {
    const drafts = stored?.filter(({ revision }) => !discarded.has(revision)) ?? [];
    const draft = typed || keptEmpty ? undefined : (drafts.find(({ id }) => id === chosen) ?? drafts[0]);
    const id = typed ? (typed.own ?? typed.over)?.id : draft?.id;
    const mine = typed ?? draft;
    const all: readonly (StoredDraft | Typed<T>)[] = [...(mine ? [mine] : []), ...drafts.filter((other) => other.id !== id)];
    return {
      id,
      draft,
      value: mine ? (mine.value as T) : stored || keptEmpty ? null : undefined,
      restored: typed ? typed.restored : draft !== undefined,
      rowId: mine?.rowId ?? nextRowId,
      others: distinctDrafts(all).filter((other): other is StoredDraft => other !== mine),
    };
  }

  function update(): void {
    shown = look();
    changed.announce();
  }

  /** One step at a time, in this order. No step fails. */
  function then(step: () => Promise<void>): Promise<void> {
    work = work.then(step);
    return work;
  }

  const isUnsaved = (): boolean => typed !== null && (typed.saved?.in !== local || typed.saved.value !== typed.value);

  /** A text that cannot be stored is kept for a reload, and the page asks before it goes. */
  function keepAside(): void {
    const text = unstorable && isUnsaved() && isWritten(typed?.value) ? typed : null;
    if (text) setAside(local.userId, key, { value: text.value, rowId: text.rowId, over: continued(text) });
    else if (unstorable) forgetSetAside(local.userId, key);
    unstorable = text !== null;
    holdPage(draft, unstorable);
  }

  function failed(to: LocalStore, what: string, error: unknown): void {
    if (lacksDiskSpace(error)) to.connection.outOfDiskSpace();
    else console.warn(what, error);
  }

  /** Stores what was typed if the store lacks it, or `anew`. */
  async function save(anew = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const to = local;
    const text = typed;
    if (!text || !(anew || isUnsaved())) return;
    const { value, rowId } = text;
    try {
      text.own ??= await claimDraft(to.drafts, text.over);
      const revision = await to.drafts.put({ id: text.own.id, key, value, rowId });
      text.saved = { value, revision, in: to };
      changed.announce();
    } catch (error) {
      failed(to, 'A draft could not be stored', error);
      unstorable = typed === text;
    }
    keepAside();
  }

  /** A page may have ended before it deleted what it had sent. Until it is deleted (`discardSentDrafts`), no form shows that again. */
  async function hideSent(from: LocalStore, draft: StoredDraft): Promise<void> {
    if (draft.id === typed?.own?.id || found.has(draft.revision)) return;
    // It knows what rows contain, which a page without drafts need not load.
    const { isSent } = await import('./discard-sent-drafts.ts');
    ((await isSent(from, draft)) ? discarded : found).add(draft.revision);
  }

  async function read(): Promise<void> {
    const from = local;
    try {
      const drafts = (await from.drafts.read()).filter((each) => each.key === key);
      for (const each of drafts) await hideSent(from, each).catch(() => undefined);
      if (from !== local || areSame(stored, drafts)) return;
      stored = drafts;
    } catch (error) {
      console.warn('The drafts could not be read', error);
      // A store that does not answer must not change what is shown.
      stored ??= [];
    }
    update();
  }

  /** Removes the draft of a text, or a draft that was shown. Other tabs may have written since what was shown: that stays. */
  async function erase(text: Typed<T> | null, draft: StoredDraft | undefined): Promise<void> {
    // A text that was sent before it was ever stored. One that was found may be stored by a copy of this tab.
    if (text && !text.own && !text.over && !text.restored) return;
    const from = local;
    try {
      if (text) {
        text.own ??= await claimDraft(from.drafts, text.over);
        const revision = continued(text)?.revision ?? '';
        discarded.add(revision);
        update();
        await from.drafts.remove({ id: text.own.id, key, value: text.value, rowId: text.rowId, revision });
      } else if (draft) await from.drafts.remove(draft);
    } catch (error) {
      // The text was sent all the same.
      failed(from, 'A draft could not be removed', error);
    }
    text?.own?.release();
    await read();
  }

  /** From now on the form shows what is stored. Another tab may continue what was typed here. */
  function letGo(): void {
    last = typed ?? last;
    typed?.own?.release();
    typed = null;
  }

  function lookSoon(): void {
    if (willLook) return;
    willLook = true;
    void then(() => {
      willLook = false;
      return read();
    });
  }

  function moveTo(next: LocalStore): Promise<void> {
    if (!typed && last?.saved && last.saved.in !== next) {
      const { value, rowId } = last;
      typed = { value, rowId, restored: true, over: continued(last) };
    }
    if (next !== local) stored = undefined;
    local = next;
    update();
    return then(() => save());
  }

  function discard(): Promise<void> {
    const { draft: gone } = shown;
    const text = typed;
    clearTimeout(timer);
    timer = undefined;
    typed = null;
    last = null;
    keptEmpty = true;
    nextRowId = uuid();
    if (gone) discarded.add(gone.revision);
    keepAside();
    update();
    return then(() => erase(text, gone));
  }

  const draft: OpenDraft<T> = {
    shown: () => shown,
    subscribe: changed.subscribe,
    attach(next) {
      attached += 1;
      if (attached === 1 && typed) typed.restored = true;
      void moveTo(next);
      lookSoon();
      const unfollow = next.drafts.follow(lookSoon);
      return () => {
        unfollow();
        attached -= 1;
        if (attached > 0) return;
        void then(() => save()).then(() => {
          if (attached > 0 || isUnsaved()) return;
          letGo();
          stored = undefined;
          chosen = null;
          keptEmpty = false;
          update();
        });
      };
    },
    type(value) {
      if (typed) typed.value = value;
      else typed = { value, rowId: shown.rowId, restored: shown.restored, over: shown.draft ?? null };
      keptEmpty = false;
      timer ??= setTimeout(() => void then(() => save()), SAVE_AFTER_MS);
      // A disk that is known to be full stores this neither, and the page may go before that is tried.
      unstorable ||= local.connection.snapshot().status.storageFull;
      if (unstorable) keepAside();
      update();
    },
    look: lookSoon,
    leave() {
      keptEmpty = false;
      update();
      lookSoon();
      void then(() => save());
    },
    storeNow: () => then(() => save()),
    moveTo,
    discard,
    discardIf({ id, revision }) {
      if (last?.own?.id === id) last = null;
      const mine = typed ? continued(typed) : shown.draft;
      if (mine?.id === id && mine.revision === revision) void discard();
    },
    take(other) {
      const [text, value] = [typed, typed?.value];
      return then(async () => {
        // The text in the form is stored first, as new: another tab that shows it, and is being typed in, may not take its place once it is
        // let go. If that fails, or something was typed since, it stays in the form.
        await save(true);
        if (isUnsaved() || typed !== text || typed?.value !== value) return;
        letGo();
        chosen = other.id;
        keptEmpty = false;
        update();
        await read();
      });
    },
    forget() {
      clearTimeout(timer);
      typed = null;
      last = null;
      keepAside();
    },
    isUnstored(now) {
      const text = typed ?? (now ? last : null);
      return text !== null && (text.saved?.value !== text.value || (now !== undefined && text.saved.in !== now));
    },
  };
  return draft;
}
