import { useEffect, useState } from 'react';
import { findInvitation, type Invitation } from './find-invitation.ts';

/** The page waits no longer than this for the inviter. Their name and picture may appear later. */
const WAIT_MS = 1500;
/** With the secret of a mail it waits longer: the answer decides which form is shown. */
const WAIT_FOR_PROOF_MS = 6000;

/** The inviter behind this link; undefined until the answer arrives. */
export function useFoundInvitation(token: string | undefined, secret: string | undefined): Invitation | undefined {
  const [found, setFound] = useState<Invitation>();
  useEffect(() => {
    if (!token) return;
    let wanted = true;
    const late = setTimeout(() => setFound((before) => before ?? 'unknown'), secret ? WAIT_FOR_PROOF_MS : WAIT_MS);
    void findInvitation({ token, ...(secret && { secret }) }).then((invitation) => {
      if (!wanted) return;
      // A form that is being filled in is not exchanged for another one.
      setFound((before) => (before && typeof invitation === 'object' ? { ...invitation, address: undefined } : invitation));
    });
    return () => {
      wanted = false;
      clearTimeout(late);
    };
  }, [token, secret]);
  return token ? found : 'unknown';
}
