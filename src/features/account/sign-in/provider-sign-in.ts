import { type Answer, request } from '../../../data/session/request.ts';
import { pageAfterSignIn } from '../arrival/page-after-sign-in.ts';

/** Session storage key of the page to open after sign-in. It belongs to this tab, which goes to the provider and comes back. */
export const DESTINATION = 'kith-provider-destination';
/** Session storage key of the invitation token that the visitor came with. */
export const INVITE = 'kith-provider-invite';

/** Leaves for the provider, to come back to the requested page. If leaving fails, the answer says why. */
export async function goToProvider(invite: string | undefined, asked: string | undefined): Promise<Answer<unknown>> {
  // The token is in the body, because addresses are logged.
  const answer = await (invite
    ? request<{ url: string }>('POST', '/api/auth/google/start', { body: { invite } })
    : request<{ url: string }>('GET', '/api/auth/google/start'));
  if (!answer.ok) return answer;
  // An invited visitor finds the inviter on that page.
  sessionStorage.setItem(DESTINATION, invite ? '/friends' : pageAfterSignIn(asked));
  if (invite) sessionStorage.setItem(INVITE, invite);
  else sessionStorage.removeItem(INVITE);
  location.assign(answer.data.url);
  return answer;
}
