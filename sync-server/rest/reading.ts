import type { Context } from 'hono';
import type { Tx } from '../db/pool/transaction.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Engine } from '../sync/engine.ts';
import type { FeatureDeps } from './feature-deps.ts';

/** A transaction that reads, and the member who is shown what it finds. */
export interface Reading {
  readonly engine: Engine;
  readonly tx: Tx;
  readonly viewer: string;
}

/** Reads for the member of this request, in one transaction. */
export const readFor = <Found>(
  { engine, database }: Pick<FeatureDeps, 'engine' | 'database'>,
  c: Context<AppEnv>,
  read: (reading: Reading) => Promise<Found>,
): Promise<Found> => database.read((tx) => read({ engine, tx, viewer: c.get('actor').userId }));
