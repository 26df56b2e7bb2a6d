// Names of blocked members. They are kept on the device separately, because none of a blocked member's rows stay there.
import { useEffect, useState } from 'react';
import { followLocal } from '../../../../workers/device/local-documents.ts';
import { type LocalStore, useStore } from '../../../data/store/local-store.tsx';

const BLOCKED_NAMES_ID = 'blocked-names';

interface Names {
  readonly names: Readonly<Record<string, string>>;
}

/** Adds names to the remembered ones. */
export async function rememberNames(store: LocalStore, people: readonly { readonly id: string; readonly name: string }[]): Promise<void> {
  const stored = await store.database.getLocal<Names>(BLOCKED_NAMES_ID);
  const names = { ...stored?.toJSON().data.names, ...Object.fromEntries(people.map(({ id, name }) => [id, name])) };
  await store.database.upsertLocal<Names>(BLOCKED_NAMES_ID, { names });
}

/** The remembered names by member id, live; undefined until the local store has answered. */
export function useRememberedNames(): Readonly<Record<string, string>> | undefined {
  const { database } = useStore();
  const [names, setNames] = useState<Readonly<Record<string, string>>>();
  useEffect(() => followLocal<Names>(database, BLOCKED_NAMES_ID, (stored) => setNames(stored?.names ?? {})), [database]);
  return names;
}
