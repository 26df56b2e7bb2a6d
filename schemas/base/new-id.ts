import { v7 as uuid } from 'uuid';
import type { Realm } from './realm.ts';

/** A new id of this time, drawn by the realm's chance. A later time gives a greater id. */
export const newId = (msecs: number, { crypto }: Pick<Realm, 'crypto'> = globalThis): string =>
  uuid({ msecs, random: crypto.getRandomValues(new Uint8Array(16)) });
