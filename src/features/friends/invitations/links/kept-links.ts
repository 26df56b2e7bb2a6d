// The invite links that this device made, with their tokens, in the member's local database. The server returns a token once. Signing out
// erases them with everything else of the member.
import { useEffect, useState } from 'react';
import type { InviteLink, MadeInviteLink } from '../../../../../schemas/friends/invite-link.ts';
import { followLocal, modifyLocal, readLocal } from '../../../../../workers/device/local-documents.ts';
import { type LocalStore, useStore } from '../../../../data/store/local-store.tsx';

const INVITE_LINKS_ID = 'invite-links';

export type KeptLink = MadeInviteLink;

interface Kept {
  readonly links: readonly KeptLink[];
}

const nothing: Kept = { links: [] };

/** The links that are kept here, newest first, also those that have ended since. */
export const readKeptLinks = async ({ database }: LocalStore): Promise<readonly KeptLink[]> =>
  (await readLocal<Kept>(database, INVITE_LINKS_ID))?.links ?? [];

const modify = async ({ database }: LocalStore, change: (links: readonly KeptLink[]) => readonly KeptLink[]): Promise<void> =>
  void (await modifyLocal<Kept>(database, INVITE_LINKS_ID, nothing, ({ links }) => ({ links: change(links) })));

export const keepLink = (store: LocalStore, link: KeptLink): Promise<void> =>
  modify(store, (links) => [link, ...links.filter(({ id }) => id !== link.id)]);

/** Forgets the links that were taken back, and brings the others up to date with the server. */
export const updateKeptLinks = (store: LocalStore, gone: ReadonlySet<string>, now: readonly InviteLink[] = []): Promise<void> => {
  const byId = new Map(now.map((link) => [link.id, link]));
  return modify(store, (links) => links.filter(({ id }) => !gone.has(id)).map((link) => ({ ...link, ...byId.get(link.id) })));
};

/** The kept links, live in all tabs; undefined until the local database has answered. */
export function useKeptLinks(): readonly KeptLink[] | undefined {
  const { database } = useStore();
  const [links, setLinks] = useState<readonly KeptLink[]>();
  useEffect(() => followLocal<Kept>(database, INVITE_LINKS_ID, (stored) => setLinks(stored?.links ?? [])), [database]);
  return links;
}
