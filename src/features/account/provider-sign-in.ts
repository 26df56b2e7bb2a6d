import { type Answer, request } from '../../data/request.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';

/** Where one can sign in without a password of one's own here. */
export interface Provider {
  readonly name: string;
}

/** The page does not wait longer for what it may not need. */
const WAIT_MS = 1000;
/** Where somebody wants to be after signing in; it belongs to this tab, which goes to the provider and comes back. */
export const DESTINATION = 'kith-provider-destination';
/** The invitation by whose link they came. */
export const INVITE = 'kith-provider-invite';

let asked: Promise<Provider | null> | undefined;

async function ask(): Promise<Provider | null> {
  const answer = await request<{ items?: readonly Provider[] }>('GET', '/api/auth/providers');
  // Without an answer it is asked again by the next who wants to know.
  if (!answer.ok) asked = undefined;
  const provider = answer.ok ? answer.data.items?.[0] : undefined;
  return typeof provider?.name === 'string' ? provider : null;
}

/** The provider of this server; null where there is none, or nothing is known of one in time. Nothing moves on the page afterwards. */
export function findProvider(): Promise<Provider | null> {
  asked ??= ask();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS));
  return Promise.race([asked, late]);
}

/** Leaves for the provider, to come back to the page that was asked for. What comes back here is why that did not begin. */
export async function goToProvider(invite: string | undefined, asked: string | undefined): Promise<Answer<unknown>> {
  const query = invite ? `?invite=${encodeURIComponent(invite)}` : '';
  const answer = await request<{ url: string }>('GET', `/api/auth/google/start${query}`);
  if (!answer.ok) return answer;
  // Whoever was invited finds who waits for them there.
  sessionStorage.setItem(DESTINATION, invite ? '/friends' : pageAfterSignIn(asked));
  if (invite) sessionStorage.setItem(INVITE, invite);
  else sessionStorage.removeItem(INVITE);
  location.assign(answer.data.url);
  return answer;
}
