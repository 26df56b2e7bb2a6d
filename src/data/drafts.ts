import { useCallback, useEffect, useRef, useState } from 'react';
import { type LocalStore, useStore } from './local-store.tsx';

/**
 * Texts that somebody is still writing, in the local store: they come back after a reload, a crash or a closed tab. What
 * was typed is stored within half a second, and at once when the page is hidden or the form goes away.
 */
const SAVE_AFTER_MS = 300;

export interface Draft<T> {
  /** undefined until the store has answered, null where there is none */
  readonly value: T | null | undefined;
  /** whether `value` was found, not typed since this form opened */
  readonly restored: boolean;
  save(value: T): void;
  discard(): Promise<void>;
}

const draftId = (key: string): string => `draft-${key}`;
interface Stored {
  value: unknown;
}

async function store(to: LocalStore, key: string, value: unknown): Promise<void> {
  await to.database.upsertLocal<Stored>(draftId(key), { value });
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
    store(local, key, value).catch((error) => console.error('A draft could not be stored', error));
  }, [local, key]);

  useEffect(() => {
    let current = true;
    touched.current = false;
    local.database
      .getLocal<Stored>(draftId(key))
      .then((found) => {
        // What was typed before the store answered is newer than what it answers.
        if (!current || touched.current) return;
        const value = found ? ((found.toJSON().data as Stored).value as T) : null;
        setState({ key, value, restored: value !== null });
      })
      .catch(() => {
        if (current && !touched.current) setState({ key, value: null, restored: false });
      });
    const onHide = () => flush();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onHide);
    return () => {
      current = false;
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
    setState({ key, value: null, restored: false });
    const held = await local.database.getLocal<Stored>(draftId(key));
    await held?.remove();
  }, [local, key]);

  const mine = state.key === key;
  return { value: mine ? state.value : undefined, restored: mine && state.restored, save, discard };
}
