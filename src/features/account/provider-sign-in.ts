import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import { type Answer, request } from '../../data/request.ts';
import { beginBy } from '../../data/session.ts';
import { answering, arriving } from './arriving.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';

/** Where one can sign in without a password of one's own here. */
export interface Provider {
  readonly name: string;
}

/** The page does not wait longer for what it may not need. */
const WAIT_MS = 1000;
/** Where somebody wants to be after signing in; it belongs to this tab, which goes to the provider and comes back. */
const DESTINATION = 'kith-provider-destination';
/** The invitation by whose link they came. */
const INVITE = 'kith-provider-invite';

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

/** Whether the sign-in that has come back made the account. */
let isNew = false;
const ways = new Map<string, Promise<Answer<SessionUser>>>();

/** Signs in with what the provider sent back. It is good for one time, so that whoever asks twice has the answer of the first. */
export function comeBack(query: string): Promise<Answer<SessionUser>> {
  const under = ways.get(query);
  if (under !== undefined) return under;
  const way = beginBy('/api/auth/google/callback', { query }, ({ is_new }) => {
    isNew = is_new === true;
  }).then((answer) => {
    // The server was not reached: the way is still open.
    if (!answer.ok && answer.code === 'OFFLINE') ways.delete(query);
    return answer;
  });
  ways.set(query, way);
  return way;
}

/** The page to go to once signed in. */
export const destination = (): string => pageAfterSignIn(sessionStorage.getItem(DESTINATION));

/** Where one is asked for the code that the provider does not know of, the link of the invitation with it. */
export const addressOfCode = (): string => {
  const invite = sessionStorage.getItem(INVITE);
  return invite ? `/auth?invite=${encodeURIComponent(invite)}` : '/auth';
};

/**
 * What goes to that page with them. Who is new is asked for name and photo first, as after a sign-up by mail, and the account has the
 * invitation already; who had an account takes it now, as after a password.
 */
export function destinationState(): typeof arriving | null {
  const invite = sessionStorage.getItem(INVITE);
  return isNew ? arriving : invite ? answering(invite) : null;
}
