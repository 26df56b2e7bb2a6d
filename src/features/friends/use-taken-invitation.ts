import { useEffect, useState } from 'react';
import type { TakenInvitation } from '../../../schemas/friends/invitation-token.ts';
import { invitationText } from '../../text/invitations.ts';
import { memberRequest } from '../account/member-request.ts';

/**
 * `none`: the member did not come by a link. `taken`: the invitation is this member's, and is here or on its way. `asked`: the maker of the
 * link has been asked.
 */
export type Taken =
  | { readonly kind: 'none' | 'asking'; readonly id?: undefined }
  | { readonly kind: 'taken'; readonly id: string }
  | { readonly kind: 'asked'; readonly id?: undefined; readonly name: string }
  | { readonly kind: 'failed'; readonly id?: undefined; readonly why: string };

/** Takes the invitation of the link for the signed-in member. Repeating the request changes nothing. */
export function useTakenInvitation(token: string | undefined): Taken {
  const [taken, setTaken] = useState<Taken>({ kind: token ? 'asking' : 'none' });
  useEffect(() => {
    if (!token) return;
    let wanted = true;
    void memberRequest<TakenInvitation>('POST', '/api/friends/invitations/take', { token }).then((answer) => {
      if (!wanted) return;
      if (answer.ok && answer.data.waits_for === 'them') setTaken({ kind: 'asked', name: answer.data.name });
      else if (answer.ok) setTaken({ kind: 'taken', id: answer.data.id });
      else setTaken({ kind: 'failed', why: answer.code === 'OFFLINE' ? invitationText.offline : answer.message });
    });
    return () => {
      wanted = false;
    };
  }, [token]);
  return taken;
}
