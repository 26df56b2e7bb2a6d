import { useCallback, useEffect, useState } from 'react';
import { useOnline } from '../session/use-online.ts';

/** `offline`: the browser knows of no network; `unreachable`: there is one, but the server does not answer. */
export type Reach = 'reachable' | 'offline' | 'unreachable';

const AGAIN_MS = 15_000;
const TIMEOUT_MS = 10_000;

/** Asks the server whether it is there. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

/** Whether the server can be reached, for pages without data. Checked at the start, and again while it cannot be reached. */
export function useReachable(): { readonly reach: Reach; readonly retry: () => void } {
  const online = useOnline();
  const [answers, setAnswers] = useState(true);
  const retry = useCallback(() => void serverAnswers().then(setAnswers), []);
  useEffect(() => {
    if (online) retry();
  }, [online, retry]);
  useEffect(() => {
    if (!online || answers) return;
    const timer = setInterval(retry, AGAIN_MS);
    return () => clearInterval(timer);
  }, [online, answers, retry]);
  return { reach: online ? (answers ? 'reachable' : 'unreachable') : 'offline', retry };
}
