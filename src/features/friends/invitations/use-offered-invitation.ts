import { useCallback, useEffect, useState } from 'react';
import type { OfferedInvitation, TakenInvitation } from '../../../../schemas/friends/invitation-token.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { invitationText } from '../../../text/invitations.ts';
import { memberRequest } from '../../account/member-request.ts';

/**
 * `none`: the member did not come by a link. `offered`: the link works, and nothing has been sent. `offline`: it is read once there is a
 * connection.
 */
export type Offer =
  | { readonly kind: 'none' | 'reading' | 'offline' }
  | { readonly kind: 'offered'; readonly offered: OfferedInvitation }
  | { readonly kind: 'failed'; readonly why: string };

/** `busy` from the press until the answer, or until the accepted invitation has arrived. */
export type Taking =
  | { readonly kind: 'open' | 'busy' }
  | { readonly kind: 'taken'; readonly taken: TakenInvitation }
  | { readonly kind: 'failed'; readonly why: string };

export interface OfferedByLink {
  readonly offer: Offer;
  readonly taking: Taking;
  /** Takes the invitation of the link. Call it only when the member has pressed a button that says so. */
  readonly take: () => void;
}

/** The longest pause between two tries to read a link. */
const RETRY_MAX_MS = 15_000;

/** What the link with this token offers to the signed-in member. Opening the link only reads: any page can lead a member here. */
export function useOfferedInvitation(token: string | undefined): OfferedByLink {
  const { kind } = useConnection();
  const disconnected = kind === 'offline';
  const [offer, setOffer] = useState<Offer>({ kind: token ? 'reading' : 'none' });
  const [taking, setTaking] = useState<Taking>({ kind: 'open' });
  const [tried, setTried] = useState(0);
  const settled = offer.kind === 'offered' || offer.kind === 'failed';
  useEffect(() => {
    if (!token || settled) return;
    if (disconnected) return setOffer({ kind: 'offline' });
    let wanted = true;
    let retry: ReturnType<typeof setTimeout> | undefined;
    void memberRequest<OfferedInvitation>('POST', '/api/friends/invitations/look', { token }).then((answer) => {
      if (!wanted) return;
      if (answer.ok) setOffer({ kind: 'offered', offered: answer.data });
      else if (answer.code !== 'OFFLINE') setOffer({ kind: 'failed', why: answer.message });
      else {
        setOffer({ kind: 'offline' });
        // A request may fail while the connection counts as there, and no event follows then.
        retry = setTimeout(() => setTried((times) => times + 1), Math.min(1000 * 2 ** tried, RETRY_MAX_MS));
      }
    });
    return () => {
      wanted = false;
      clearTimeout(retry);
    };
  }, [token, settled, disconnected, tried]);

  const take = useCallback(() => {
    if (!token) return;
    setTaking({ kind: 'busy' });
    void memberRequest<TakenInvitation>('POST', '/api/friends/invitations/take', { token }).then((answer) => {
      if (answer.ok) setTaking({ kind: 'taken', taken: answer.data });
      else setTaking({ kind: 'failed', why: answer.code === 'OFFLINE' ? invitationText.notSent : answer.message });
    });
  }, [token]);
  return { offer, taking, take };
}
