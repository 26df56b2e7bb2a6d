import { type Answer, request } from '../../data/request.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';

/** Another site that a member can sign in with, without a password for this server. */
export interface Provider {
  readonly name: string;
}

/** The page waits no longer than this, because it may not need the answer. */
const WAIT_MS = 1000;
/** Session storage key of the page to open after sign-in. It belongs to this tab, which goes to the provider and comes back. */
export const DESTINATION = 'kith-provider-destination';
/** Session storage key of the invitation token that the visitor came with. */
export const INVITE = 'kith-provider-invite';

let asked: Promise<Provider | null> | undefined;

async function ask(): Promise<Provider | null> {
  const answer = await request<{ items?: readonly Provider[] }>('GET', '/api/auth/providers');
  // Without an answer the next caller asks again.
  if (!answer.ok) asked = undefined;
  const provider = answer.ok ? answer.data.items?.[0] : undefined;
  return typeof provider?.name === 'string' ? provider : null;
}

/** The provider of this server; null if there is none or if it is not known in time. Later answers change nothing on the page. */
export function findProvider(): Promise<Provider | null> {
  asked ??= ask();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS));
  return Promise.race([asked, late]);
}

/** Leaves for the provider, to come back to the requested page. If leaving fails, the answer says why. */
export async function goToProvider(invite: string | undefined, asked: string | undefined): Promise<Answer<unknown>> {
  const query = invite ? `?invite=${encodeURIComponent(invite)}` : '';
  const answer = await request<{ url: string }>('GET', `/api/auth/google/start${query}`);
  if (!answer.ok) return answer;
  // An invited visitor finds the inviter on that page.
  sessionStorage.setItem(DESTINATION, invite ? '/friends' : pageAfterSignIn(asked));
  if (invite) sessionStorage.setItem(INVITE, invite);
  else sessionStorage.removeItem(INVITE);
  location.assign(answer.data.url);
  return answer;
}
