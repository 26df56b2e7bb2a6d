import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { sendInTurn } from './send-in-turn.ts';

/** Returns what a press on Send does, as `sendInTurn` does it, for the text that is in the field at that moment. */
export function useSendInTurn(text: string, send: () => Promise<void>): () => void {
  const latest = useRef({ text, send });
  useLayoutEffect(() => {
    latest.current = { text, send };
  });
  const [press] = useState(() => sendInTurn(() => latest.current));
  return useCallback(() => void press(), [press]);
}
