import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { useLiveDocument } from '../../data/local-store.tsx';

/** The member's own address as this device holds it: it may have changed since they signed in. */
export function useOwnEmail(user: SessionUser | undefined): string {
  const { row } = useLiveDocument('contacts', user?.id);
  return row?.email ?? user?.email ?? '';
}
