import { useEffect, useMemo } from 'react';
import { writtenAt } from '../../../../schemas/base/write-id.ts';
import { blockedIn } from '../../../../schemas/friends/blocked-ids.ts';
import { answerWording } from '../../../../schemas/wording/answer-wording.ts';
import { useOffline } from '../../../data/store/connection.ts';
import { useLiveQuery, useStore } from '../../../data/store/local-store.tsx';
import { settingsSwitchedOn } from '../../../first/first-queries.ts';
import { usePeople } from '../../people/use-people.ts';
import { type BlockedPerson, readBlocked } from './blocked.ts';
import { rememberNames, useRememberedNames } from './blocked-names.ts';

/**
 * The blocked members from this device, most recent first; undefined until the local store has answered. A member blocked on another device
 * may have no name here. The server is asked for such names once there is a connection.
 */
export function useBlockedPeople(): readonly BlockedPerson[] | undefined {
  const store = useStore();
  const offline = useOffline();
  const { rows } = useLiveQuery(({ collections }) => collections.settings.find(settingsSwitchedOn()), []);
  const names = useRememberedNames();
  const personOf = usePeople();
  const people = useMemo(
    () =>
      rows &&
      names &&
      rows
        .flatMap((row) => {
          const id = blockedIn(row);
          if (id === null) return [];
          const name = personOf(id, { name: names[id] ?? null, imageUrl: null }).name;
          return [{ id, name, created_at: new Date(writtenAt(row.write_id)).toISOString() }];
        })
        .sort((a, b) => b.created_at.localeCompare(a.created_at)),
    [rows, names, personOf],
  );
  // A member blocked on another device is known here until their rows are deleted. Their name is remembered before that.
  useEffect(() => {
    const known = people?.filter(({ id, name }) => name !== answerWording.UNKNOWN_USER && names?.[id] !== name) ?? [];
    if (known.length > 0) rememberNames(store, known).catch((error: unknown) => console.error('A name could not be kept', error));
  }, [store, people, names]);
  const unnamed = !offline && people?.some(({ name }) => name === answerWording.UNKNOWN_USER);
  useEffect(() => {
    if (!unnamed) return;
    readBlocked().then(
      (answer) => (answer.ok && answer.data.items.length > 0 ? rememberNames(store, answer.data.items) : undefined),
      () => undefined,
    );
  }, [store, unnamed]);
  return people;
}
