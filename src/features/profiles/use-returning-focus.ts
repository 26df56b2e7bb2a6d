import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function to close what `opener` has opened. The focus then returns to `opener`. If something else was opened instead, that
 * has the focus.
 */
export function useReturningFocus(opener: RefObject<HTMLElement | null>, open: boolean, onClose: () => void): () => void {
  const closed = useRef(false);
  useEffect(() => {
    if (!open && closed.current) opener.current?.focus();
    closed.current = false;
  }, [opener, open]);
  return useCallback(() => {
    closed.current = true;
    onClose();
  }, [onClose]);
}
