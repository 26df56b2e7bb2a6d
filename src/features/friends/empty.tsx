import type { ReactNode } from 'react';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { useConnection } from '../../data/connection.ts';
import styles from './empty.module.css';

/** A line below a heading whose list is empty; nothing as long as rows of it may still be on their way. */
export function Empty({ of, children }: { readonly of: CollectionName; readonly children: ReactNode }) {
  return useConnection().filled(of) ? <p className={styles.empty}>{children}</p> : null;
}
