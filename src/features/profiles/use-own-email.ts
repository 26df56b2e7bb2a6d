import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { useLiveDocument } from '../../data/store/local-store.tsx';

/** The signed-in member's address from this device, since it may have changed after the sign-in. */
export function useOwnEmail(user: SessionUser | undefined): string {
  const { row } = useLiveDocument('contacts', user?.id);
  return row?.email ?? user?.email ?? '';
}
