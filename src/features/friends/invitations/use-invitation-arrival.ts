import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The arrival key for the row of this invitation; undefined for all but the invitation that the address names. */
export type ArrivalOf = (invitationId: string) => string | undefined;

export interface InvitationArrival {
  readonly arrivalOf: ArrivalOf;
  /** whether the address names an invitation that is not in the list and was never in it during this visit */
  readonly missing: boolean;
}

/** `?invitation=<id>`: a notification links to its invitation. `listed` are the invitations on the screen, once they are loaded. */
export function useInvitationArrival(listed: readonly { readonly id: string }[] | undefined): InvitationArrival {
  const { search, key } = useLocation();
  const wanted = new URLSearchParams(search).get('invitation');
  const found = listed?.some(({ id }) => id === wanted) ?? false;
  // An invitation answered here leaves the list. It does not count as missing.
  const [met, setMet] = useState<string | null>(null);
  useEffect(() => {
    if (found) setMet(wanted);
  }, [found, wanted]);
  const arrivalOf = useCallback((id: string) => (id === wanted ? `${id} ${key}` : undefined), [wanted, key]);
  return { arrivalOf, missing: wanted !== null && listed !== undefined && !found && met !== wanted };
}
