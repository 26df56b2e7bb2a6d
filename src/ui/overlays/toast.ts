// Short messages below the top bar: newest first, at most five, gone after five seconds; an error stays until it is closed. What is visible
// on the screen anyway is only said, to those who do not see it.
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';

export type ToastKind = 'info' | 'news' | 'success' | 'warning' | 'error';

export interface ToastOptions {
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** A message with the same id replaces the one before. */
  readonly id?: string | undefined;
  /** stays until it is closed */
  readonly stays?: boolean | undefined;
  /**
   * called when it was closed by the member or after its time, or when newer messages replaced it; messages that stay do not count that
   * last case
   */
  readonly onClosed?: (() => void) | undefined;
}

export interface Toast extends Omit<ToastOptions, 'id'> {
  readonly id: string;
  readonly kind: ToastKind;
  readonly text: string;
  readonly stays: boolean;
}

/** Words for screen readers, without a message; `id` distinguishes them from the next with the same words. */
export interface Spoken {
  readonly id: number;
  readonly text: string;
}

const MAX_TOASTS = 5;
let toasts: readonly Toast[] = [];
let speak: Spoken | undefined;
let count = 0;
const changed = createTopic();

function set(next: readonly Toast[]): void {
  toasts = next;
  changed.announce();
}

function show(kind: ToastKind, text: string, { id, stays, ...options }: ToastOptions = {}): void {
  count += 1;
  const shown: Toast = { ...options, id: id ?? `toast-${count}`, kind, text, stays: stays ?? kind === 'error' };
  const all = [shown, ...toasts.filter((other) => other.id !== shown.id)];
  set(all.slice(0, MAX_TOASTS));
  for (const removed of all.slice(MAX_TOASTS)) if (!removed.stays) removed.onClosed?.();
}

export const notify = {
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  /** something new is available */
  news: (text: string, options?: ToastOptions) => show('news', text, options),
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  /** For what is visible on the screen anyway: no message, but the words for screen readers. */
  said(text: string): void {
    count += 1;
    speak = { id: count, text };
    changed.announce();
  },
  dismiss(id: string): void {
    const removed = toasts.find((toast) => toast.id === id);
    if (!removed) return;
    set(toasts.filter((toast) => toast !== removed));
    removed.onClosed?.();
  },
};

/** The messages that are shown, newest first. */
export const useToasts = (): readonly Toast[] => useSyncExternalStore(changed.subscribe, () => toasts);

/** The last words for screen readers, if they are recent. */
export const useSpoken = (): Spoken | undefined => useSyncExternalStore(changed.subscribe, () => speak);

/** The words were read: a screen reader that comes by later must not read them. */
export function forgetSpoken({ id }: Spoken): void {
  if (speak?.id !== id) return;
  speak = undefined;
  changed.announce();
}
