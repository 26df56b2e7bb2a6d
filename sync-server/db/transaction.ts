import type { TransactionSql } from 'postgres';

/** A transaction that is open. Statements are tagged templates; a handle that outlived its transaction refuses to work. */
export type Tx = TransactionSql;

export interface Database {
  /** One REPEATABLE READ, READ ONLY transaction: one snapshot for all that `work` reads. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One READ COMMITTED transaction, committed when `work` returns and rolled back when it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
