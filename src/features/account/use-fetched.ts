import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../data/session/request.ts';
import { onSessionEvent } from '../../data/session/session.ts';
import { useNoConnection } from '../../data/store/use-no-connection.ts';

/**
 * What only the server knows about the member's account, read when it is shown and after the account has changed in any tab. `load` reads it
 * again; if that fails, the last answer stays. `read` stays the same function from render to render.
 */
export function useFetched<Data extends object>(read: () => Promise<Answer<Data>>) {
  const offline = useNoConnection();
  const [data, setData] = useState<Data | 'loading' | 'failed'>('loading');
  const load = useCallback(async () => {
    const answer = await read();
    setData((before) => (answer.ok ? answer.data : typeof before === 'string' ? 'failed' : before));
  }, [read]);
  useEffect(() => {
    if (!offline) void load();
  }, [offline, load]);
  useEffect(() => onSessionEvent(({ type }) => type === 'USER_UPDATED' && void load()), [load]);
  const retry = () => {
    setData('loading');
    void load();
  };
  return { data, offline, load, retry };
}
