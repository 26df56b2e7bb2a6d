import { useCallback, useEffect, useState } from 'react';
import type { SignInWays } from '../../../schemas/account/sign-in-ways.ts';
import { onSessionEvent } from '../../data/session.ts';
import { useNoConnection } from '../../data/use-no-connection.ts';
import { readSignInWays } from './sign-in-ways.ts';

/** The member's ways to sign in, read from the server when they are shown. `load` reads them again. */
export function useSignInWays() {
  const offline = useNoConnection();
  const [ways, setWays] = useState<SignInWays | 'loading' | 'failed'>('loading');
  const load = useCallback(async () => {
    const answer = await readSignInWays();
    setWays((before) => (answer.ok ? answer.data : typeof before === 'string' ? 'failed' : before));
  }, []);
  useEffect(() => {
    if (!offline) void load();
  }, [offline, load]);
  useEffect(() => onSessionEvent(({ type }) => type === 'USER_UPDATED' && void load()), [load]);
  const retry = () => {
    setWays('loading');
    void load();
  };
  return { ways, offline, load, retry };
}
