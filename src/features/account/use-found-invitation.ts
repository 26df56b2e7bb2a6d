import { useEffect, useState } from 'react';
import { findInvitation, type Invitation } from './find-invitation.ts';

/** The page does not wait longer for a face; it comes later then. */
const WAIT_MS = 1500;

/** Who invites by this link; undefined while that is asked. */
export function useFoundInvitation(token: string | undefined): Invitation | undefined {
  const [found, setFound] = useState<Invitation>();
  useEffect(() => {
    if (!token) return;
    let wanted = true;
    const late = setTimeout(() => setFound((before) => before ?? 'unknown'), WAIT_MS);
    void findInvitation(token).then((invitation) => wanted && setFound(invitation));
    return () => {
      wanted = false;
      clearTimeout(late);
    };
  }, [token]);
  return token ? found : 'unknown';
}
