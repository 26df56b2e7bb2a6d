import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { type ConnectionPath, connectionPathSchema } from '../../../schemas/friends/connection-path.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { memberRequest } from '../account/member-request.ts';
import { useBlocked } from '../friends/blocking/use-blocked.ts';
import { useNetwork } from '../friends/use-network.ts';
import type { ShownPerson } from '../people/shown-person.ts';
import { usePeople } from '../people/use-people.ts';
import { localPath } from './local-path.ts';

type Asked = { readonly phase: 'found'; readonly path: ConnectionPath } | { readonly phase: 'none' | 'failed' | 'signed-out' };
export type PathState = Asked | { readonly phase: 'loading' | 'not-here' };

const answerSchema = z.object({ path: connectionPathSchema });

async function ask(person: string, postAuthor: string): Promise<Asked> {
  const query = new URLSearchParams({ to_user_id: person, op_user_id: postAuthor });
  const answer = await memberRequest<unknown>('GET', `/api/extended-friends/connection-path?${query}`);
  if (!answer.ok) return { phase: answer.status === 404 ? 'none' : answer.status === 401 ? 'signed-out' : 'failed' };
  const parsed = answerSchema.safeParse(answer.data);
  return parsed.success ? { phase: 'found', path: parsed.data.path } : { phase: 'failed' };
}

/**
 * How the signed-in member is connected to another member. Uses the friendships stored on the device, so it works offline. Longer paths are
 * requested from the server, through the author of the post where the two met.
 */
export function useConnectionPath({ userId, name, imageUrl, postAuthorId }: ShownPerson): {
  readonly state: PathState;
  readonly retry: () => void;
} {
  const { userId: own } = useStore();
  const personOf = usePeople();
  const { kind, filled, retry: wake } = useConnection();
  const { network } = useNetwork();
  const blocked = useBlocked();
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState<{ readonly key: string; readonly answer: Asked }>();

  const held = useMemo(() => network && localPath(own, userId, network), [own, userId, network]);
  const offline = kind === 'offline';
  const complete = filled('friends');
  const beyond = held === null && complete && !offline;
  const key = `${userId} ${postAuthorId} ${attempt}`;

  useEffect(() => {
    if (!beyond || postAuthorId === undefined) return;
    let wanted = true;
    const settle = (answer: Asked) => wanted && setAsked({ key, answer });
    ask(userId, postAuthorId).then(settle, () => settle({ phase: 'failed' }));
    return () => {
      wanted = false;
    };
  }, [beyond, key, userId, postAuthorId]);

  const state = ((): PathState => {
    if (blocked?.has(userId)) return { phase: 'none' };
    if (held) {
      const brought = { name, imageUrl };
      return { phase: 'found', path: held.map((id) => ({ user_id: id, name: personOf(id, id === userId ? brought : undefined).name })) };
    }
    if (asked?.key === key) return asked.answer;
    if (held === null && complete && postAuthorId === undefined) return { phase: 'none' };
    return { phase: held === null && offline ? 'not-here' : 'loading' };
  })();
  const retry = () => {
    wake();
    setAttempt((before) => before + 1);
  };
  return { state, retry };
}
