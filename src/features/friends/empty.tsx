import type { ReactNode } from 'react';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { useConnection } from '../../data/store/connection.ts';

/** A line for an empty list below its heading. Shows nothing while rows of the collection may still arrive. */
export function Empty({ collection, children }: { readonly collection: CollectionName; readonly children: ReactNode }) {
  return useConnection().filled(collection) ? <p className="small">{children}</p> : null;
}
