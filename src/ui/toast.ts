// Short messages above the tab bar: newest first, at most five, gone after five seconds; what failed stays until it is closed.
import { createElement } from 'react';
import { toast } from 'sonner';
import { ToastCard, type ToastKind } from './toasts.tsx';

export interface ToastOptions {
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** A message with the same id replaces the one before. */
  readonly id?: string | undefined;
  /** stays until it is closed */
  readonly stays?: boolean | undefined;
}

const AUTO_CLOSE_MS = 5000;

function show(kind: ToastKind, text: string, { action, id, stays }: ToastOptions = {}): void {
  toast.custom((shown) => createElement(ToastCard, { kind, text, action, onClose: () => void toast.dismiss(shown) }), {
    ...(id ? { id } : {}),
    duration: stays || kind === 'error' ? Number.POSITIVE_INFINITY : AUTO_CLOSE_MS,
    unstyled: true,
  });
}

export const notify = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  dismiss: (id: string) => void toast.dismiss(id),
};
