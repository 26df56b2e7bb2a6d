/**
 * A piece of code that cannot be had: the server may not be reached just now (it restarts, the network went), which passes, or an update
 * took the piece away, and only a reload gets the new version. A reload is made for a piece that somebody wants to see, when the
 * server answers and has it no more; once in five minutes, so that it never goes round. Drafts are in the local database by then.
 */

import { staysAfterSignOut } from '../data/stays-after-sign-out.ts';
import { serverAnswers } from '../data/use-reachable.ts';
import { failureKind, networkWords } from '../text/shell.ts';
import { noteFailedStyle } from '../ui/failed-styles.ts';
import { hasOpenForm } from './open-form.ts';
import { reloadOnce } from './reload-once.ts';

const KEY = staysAfterSignOut.staleChunkReload;
/** How long a piece that is wanted is waited for while the server cannot be reached. */
const PAUSES_MS = [300, 700, 1000, 2000, 4000];
/** A server that is being replaced may answer for the one before it. */
const DENIED = 2;

const seen = new WeakSet<object>();
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const reload = (): boolean => !hasOpenForm() && reloadOnce(KEY, sessionStorage);

/** What is loaded before it is wanted, or without anybody waiting: a failure is its caller's alone and never reloads the page. */
export async function beforehand<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Error) seen.add(error);
    throw error;
  }
}

/**
 * Loads what is wanted now, and waits for a server that comes back. Fails with what the network says while there is none, and with
 * the error of the browser where the piece is gone and the page was reloaded for that just now.
 */
export async function loadWanted(load: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  let denied = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await beforehand(load());
    } catch (error) {
      if (failureKind(error) !== 'chunk' || !isWanted()) throw error;
      denied = navigator.onLine && (await serverAnswers()) ? denied + 1 : 0;
      if (denied === DENIED) {
        if (isWanted() && reload()) return new Promise<never>(() => {});
        throw error;
      }
      const ms = PAUSES_MS[attempt];
      if (ms === undefined || !navigator.onLine) throw new TypeError(networkWords, { cause: error });
      await pause(ms);
    }
  }
}

/** Whether the server answers that it has no such file. Safari does not tell which one it could not have. */
async function isGone(error: Error): Promise<boolean> {
  const [file] = /(?:https?:\/\/[^\s/]+)?\/assets\/[\w.-]+/.exec(error.message) ?? [];
  if (!file) return serverAnswers();
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10_000) })).status === 404;
  } catch {
    return false;
  }
}

/** Listens for pieces within a page that cannot be had: who wanted one says so in its place, and here it is found out whether a reload helps. */
export function watchStaleChunks(): void {
  window.addEventListener('error', noteFailedStyle, true);
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Its caller hears of it first, and may have asked for it beforehand.
    setTimeout(async () => {
      if (!seen.has(payload) && navigator.onLine && (await isGone(payload))) reload();
    });
  });
}
