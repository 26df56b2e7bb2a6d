import { useCallback, useEffect, useMemo, useState } from 'react';
import { linkPath } from '../../../../../schemas/account/mail-link.ts';
import type { InviteLink, MadeInviteLink } from '../../../../../schemas/friends/invite-link.ts';
import { useConnection } from '../../../../data/store/connection.ts';
import { useStore } from '../../../../data/store/local-store.tsx';
import { commonText } from '../../../../text/common.ts';
import { memberRequest } from '../../../account/member-request.ts';
import { type KeptLink, keepLink, readKeptLinks, updateKeptLinks, useKeptLinks } from './kept-links.ts';

/** A link of the member, with its token if this device made it. */
export type OwnLink = InviteLink & { readonly token?: string };

export interface InviteLinks {
  /** open links, then those that are used up, newest first; before the server has answered only those of this device */
  readonly links: readonly OwnLink[];
  /** whether the server was not reached; no link can be made or taken back without it */
  readonly unreached: boolean;
  /** whether there is no network, so that no request is tried */
  readonly offline: boolean;
  readonly error: string | undefined;
  readonly busy: boolean;
  /** Resolves to the id of the new link. */
  make(link: { readonly uses: number; readonly at_once: boolean }): Promise<string | undefined>;
  takeBack(id: string): Promise<void>;
}

export const addressOf = (token: string): string => location.origin + linkPath('invite', token);

/** Whether more people can use this link, until it ends. */
export const hasUsesLeft = ({ used, uses }: InviteLink): boolean => used < uses;

/**
 * The signed-in member's invite links. The server has all of them. A device keeps those that it made, so it can show them without an
 * answer, and only there can they be shown again.
 */
export function useInviteLinks(): InviteLinks {
  const store = useStore();
  const kept = useKeptLinks();
  const { kind } = useConnection();
  const disconnected = kind === 'offline';
  const [listed, setListed] = useState<readonly InviteLink[]>();
  // Also those that the device has no disk space for.
  const [made, setMade] = useState<readonly KeptLink[]>([]);
  const [error, setError] = useState<string>();
  const [unreached, setUnreached] = useState(false);
  const [busy, setBusy] = useState(false);

  /** Sets the error state. Returns the data if the request succeeded. */
  const settled = useCallback(<T>(answer: Awaited<ReturnType<typeof memberRequest<T>>>): T | undefined => {
    setUnreached(!answer.ok && answer.code === 'OFFLINE');
    setError(answer.ok || answer.code === 'OFFLINE' ? undefined : answer.message || commonText.didNotWork);
    return answer.ok ? answer.data : undefined;
  }, []);
  const missing = listed === undefined;
  useEffect(() => {
    // Repeated at every change of the connection until there is an answer.
    if (kind === 'offline' || !missing) return;
    let wanted = true;
    const read = async () => {
      const before = await readKeptLinks(store);
      const answer = await memberRequest<{ items: InviteLink[] }>('GET', '/api/friends/invite-links');
      const data = wanted ? settled(answer) : undefined;
      if (!data) return;
      setListed(data.items);
      const there = new Set(data.items.map(({ id }) => id));
      // Taken back or ended since.
      await updateKeptLinks(store, new Set(before.flatMap(({ id }) => (there.has(id) ? [] : [id]))), data.items);
    };
    read().catch((reason: unknown) => console.error('The links could not be read', reason));
    return () => {
      wanted = false;
    };
  }, [kind, missing, settled, store]);

  const make = useCallback(
    async (link: { readonly uses: number; readonly at_once: boolean }) => {
      setBusy(true);
      const answer = settled(await memberRequest<MadeInviteLink>('POST', '/api/friends/invite-links', link));
      // It is kept before it is shown: the server returns its token once.
      if (answer)
        await keepLink(store, answer).catch((reason: unknown) => console.error('A link could not be kept on this device', reason));
      setBusy(false);
      if (!answer) return undefined;
      setMade((before) => [answer, ...before]);
      return answer.id;
    },
    [settled, store],
  );
  const takeBack = useCallback(
    async (id: string) => {
      setBusy(true);
      const answer = await memberRequest<unknown>('DELETE', `/api/friends/invite-links/${id}`);
      setBusy(false);
      // A link that has ended by then is removed as well.
      if (!answer.ok && answer.status !== 404) return void settled(answer);
      setError(undefined);
      setMade((before) => before.filter((link) => link.id !== id));
      setListed((before) => before?.filter((link) => link.id !== id));
      await updateKeptLinks(store, new Set([id])).catch((reason: unknown) => console.error('A link could not be forgotten', reason));
    },
    [settled, store],
  );

  const links = useMemo(() => {
    const here = new Map([...(kept ?? []), ...made].map((link) => [link.id, link]));
    const theirs = new Set(listed?.map(({ id }) => id));
    const own: OwnLink[] = [
      ...[...here.values()].filter(({ id }) => !theirs.has(id)),
      ...(listed ?? []).map((link) => ({ ...here.get(link.id), ...link })),
    ];
    const now = store.clock.now();
    return own
      .filter(({ expires_at }) => Date.parse(expires_at) > now)
      .sort((a, b) => Number(hasUsesLeft(b)) - Number(hasUsesLeft(a)) || b.created_at.localeCompare(a.created_at));
  }, [kept, made, listed, store]);
  return { links, unreached: disconnected || unreached, offline: disconnected, error, busy, make, takeBack };
}
