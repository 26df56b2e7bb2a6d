import type { ReactNode } from 'react';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { useConnection } from '../../data/connection.ts';
import styles from './empty.module.css';

/** A line for an empty list below its heading. Shows nothing while rows of the collection may still arrive. */
export function Empty({ collection, children }: { readonly collection: CollectionName; readonly children: ReactNode }) {
  return useConnection().filled(collection) ? <p className={styles.empty}>{children}</p> : null;
}
