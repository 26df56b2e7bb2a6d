import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** What the row of this invitation takes as its arrival: undefined for all but the one that the address names. */
export type ArrivalOf = (invitationId: string) => string | undefined;

export interface InvitationArrival {
  readonly arrivalOf: ArrivalOf;
  /** somebody was sent to an invitation that is not in the list, and was not while they were here */
  readonly missing: boolean;
}

/** `?invitation=<id>`: a notification leads to the invitation that it is about. `listed` are those of the screen, once it has them. */
export function useInvitationArrival(listed: readonly { readonly id: string }[] | undefined): InvitationArrival {
  const { search, key } = useLocation();
  const wanted = new URLSearchParams(search).get('invitation');
  const found = listed?.some(({ id }) => id === wanted) ?? false;
  // One that is answered here leaves the list, and is not missed.
  const [met, setMet] = useState<string | null>(null);
  useEffect(() => {
    if (found) setMet(wanted);
  }, [found, wanted]);
  const arrivalOf = useCallback((id: string) => (id === wanted ? `${id} ${key}` : undefined), [wanted, key]);
  return { arrivalOf, missing: wanted !== null && listed !== undefined && !found && met !== wanted };
}
