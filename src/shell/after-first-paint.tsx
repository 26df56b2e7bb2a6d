import type { ReactNode } from 'react';
import { useFirstPaint } from '../data/first-paint.ts';

/** Shows its children once the first picture of the page is painted: what adds nothing to that picture must not delay it. */
export function AfterFirstPaint({ children }: { readonly children: ReactNode }) {
  return useFirstPaint() ? children : null;
}
