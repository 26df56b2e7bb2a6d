import { useCallback, useEffect, useState } from 'react';
import type { InviteLink, MadeInviteLink } from '../../../schemas/friends/invite-link.ts';
import { useConnection } from '../../data/connection.ts';
import { commonText } from '../../text/common.ts';
import { memberRequest } from '../account/member-request.ts';

/** The server reveals the token of a link only once. It is kept here until the page is reloaded. */
const tokens = new Map<string, string>();

export interface InviteLinks {
  /** the open links, newest first; undefined until the server has answered */
  readonly links: readonly InviteLink[] | undefined;
  /** whether the server was not reached; there are no links without it */
  readonly unreached: boolean;
  /** whether there is no network, so that no request is tried */
  readonly offline: boolean;
  readonly error: string | undefined;
  readonly busy: boolean;
  /** the full address of a link that was made in this page */
  addressOf(link: InviteLink): string | undefined;
  make(uses: number): Promise<void>;
  revoke(id: string): Promise<void>;
}

export const addressOf = (token: string): string => `${location.origin}/auth?invite=${token}`;

/** The signed-in member's invite links, which no device stores. They are read when they are shown, and again once there is a connection. */
export function useInviteLinks(): InviteLinks {
  const { kind } = useConnection();
  const disconnected = kind === 'offline';
  const [links, setLinks] = useState<readonly InviteLink[]>();
  const [error, setError] = useState<string>();
  const [unreached, setUnreached] = useState(false);
  const [busy, setBusy] = useState(false);

  /** Sets the error state. Returns the data if the request succeeded. */
  const settled = useCallback(<T>(answer: Awaited<ReturnType<typeof memberRequest<T>>>): T | undefined => {
    setUnreached(!answer.ok && answer.code === 'OFFLINE');
    setError(answer.ok || answer.code === 'OFFLINE' ? undefined : answer.message || commonText.didNotWork);
    return answer.ok ? answer.data : undefined;
  }, []);
  const missing = links === undefined;
  useEffect(() => {
    // Repeated at every change of the connection until there is an answer.
    if (kind === 'offline' || !missing) return;
    let wanted = true;
    void memberRequest<{ items: InviteLink[] }>('GET', '/api/friends/invite-links').then((answer) => {
      const data = wanted ? settled(answer) : undefined;
      if (data) setLinks(data.items);
    });
    return () => {
      wanted = false;
    };
  }, [kind, missing, settled]);

  const make = useCallback(
    async (uses: number) => {
      setBusy(true);
      const made = settled(await memberRequest<MadeInviteLink>('POST', '/api/friends/invite-links', { uses }));
      setBusy(false);
      if (!made) return;
      const { token, ...link } = made;
      tokens.set(link.id, token);
      setLinks((before = []) => [link, ...before]);
    },
    [settled],
  );
  const revoke = useCallback(
    async (id: string) => {
      setBusy(true);
      const answer = await memberRequest<unknown>('DELETE', `/api/friends/invite-links/${id}`);
      setBusy(false);
      // A link that has ended meanwhile is removed as well.
      if (!answer.ok && answer.status !== 404) return void settled(answer);
      setError(undefined);
      tokens.delete(id);
      setLinks((before) => before?.filter((link) => link.id !== id));
    },
    [settled],
  );
  return {
    links,
    unreached: disconnected || unreached,
    offline: disconnected,
    error,
    busy,
    addressOf: ({ id }) => {
      const token = tokens.get(id);
      return token === undefined ? undefined : addressOf(token);
    },
    make,
    revoke,
  };
}
