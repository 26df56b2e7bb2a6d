import { useEffect, useState } from 'react';
import { findInvitation, type Invitation } from './find-invitation.ts';

/** The page waits no longer than this for the inviter. Their name and picture may appear later. */
const WAIT_MS = 1500;

/** The inviter behind this link; undefined until the answer arrives. */
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
