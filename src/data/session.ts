import { useSyncExternalStore } from 'react';
import { readSession, readSessionUser, type Session, type SessionUser } from '../../schemas/account/session-answer.ts';
import { createTopic } from '../../schemas/base/topic.ts';
import { createTokens, inTurn, spanOf, type Tokens } from '../../schemas/protocol/session.ts';
import { openSessionChannel } from '../../schemas/protocol/session-channel.ts';
import type { SessionEvent, UserChange } from '../../schemas/protocol/session-event.ts';
import { owedErasures, oweErasure } from './owed-erasure.ts';
import { type Answer, request } from './request.ts';
import { nextSession, type SessionState } from './session-state.ts';
import { forgetInLocalStorage, handOverSessionStorage, staysAfterSignOut } from './stays-after-sign-out.ts';

/**
 * Who is signed in, the same in all tabs: what happens to the session is one event, and each tab goes by the events of all
 * (session-event.ts), its own among them.
 *
 * A marker in localStorage names the member, so that the app opens without network; it holds no secret. The session ends
 * only when the server says so or somebody signs out. One that ended by the server leaves the local store with its unsent
 * writes where it is, for the same member.
 */
const MARKER = 'kith-session';
const SIGN_OUT_OWED = staysAfterSignOut.signOutOwed;

const inBrowser = typeof window !== 'undefined';
const channel = openSessionChannel({ alone: !inBrowser });
let state: SessionState = { status: 'initialising' };
let tokens: Tokens | null = null;
let hadMember = false;
const changed = createTopic();

function set(next: SessionState): void {
  if (next.user?.id !== state.user?.id) {
    tokens?.close();
    tokens = next.user ? createTokens({ userId: next.user.id, channel }) : null;
  }
  handOverSessionStorage(next.user?.id);
  hadMember ||= next.user !== undefined;
  state = next;
  changed.announce();
}

/** Tokens that are made here hear this event as well, and so hold the one that it brings. */
function follow(event: SessionEvent): void {
  if (event.type === 'PASSWORD_RECOVERY' && event.step === 'used') void renewToken();
  const next = nextSession(state, event);
  if (next === state) return;
  if (event.type !== 'SIGNED_OUT' || event.why === 'asked') {
    set(next);
    return;
  }
  // First what is owed: whatever cuts this short, the next start goes on with it.
  if (event.why === 'deleted') oweErasure(event.userId);
  // What is there may be another member's already, of whom this tab has not heard yet.
  if ((readMarker()?.id ?? event.userId) === event.userId) forgetInLocalStorage();
  set(next);
  if (event.why === 'deleted') void eraseWhatIsOwed();
}

/** A new password ends sessions, this one perhaps among them: the server is asked at once, and not when the token has come to its end. */
async function renewToken(): Promise<void> {
  const answer = await tokens?.get();
  if (answer?.kind === 'token') await tokens?.renew(answer.token);
}

function readMarker(): SessionUser | null {
  try {
    const marker = JSON.parse(localStorage.getItem(MARKER) ?? 'null') as { user?: unknown } | null;
    return readSessionUser(marker?.user);
  } catch {
    return null;
  }
}

/** Whether this browser says that this member is signed in, also where a tab does not know of it yet. */
export const isSignedIn = (userId: string): boolean => readMarker()?.id === userId;

/** The member whose page this is, if it is anybody's. */
export const signedInMember = (): string | undefined => state.user?.id;

/** Whether somebody has signed out in this page, so that where they were is nobody else's business. */
export const wasLeft = (): boolean => hadMember && !state.expired;

/** Whether this page began with somebody signed in, not with their signing in. */
export const beganSignedIn: boolean = readMarker() !== null;

function followMarker(): void {
  const user = readMarker();
  if (user) {
    if (state.user?.id !== user.id || state.status !== 'signed-in') set({ status: 'signed-in', user });
    return;
  }
  if (state.status !== 'signed-out') set({ status: 'signed-out' });
}

/**
 * Tells the server of a sign-out, as soon as it can be reached. Where somebody has signed in since, the server has ended the session
 * before with that, and this would end theirs.
 */
async function payOwedSignOut(token: string | null = null): Promise<void> {
  const isOwed = () => localStorage.getItem(SIGN_OUT_OWED) !== null && !readMarker();
  if (!isOwed()) return;
  await inTurn(async () => {
    if (!isOwed()) return;
    const answer = await request('POST', '/api/auth/sign-out', { body: {}, keepalive: true, ...(token ? { token } : {}) });
    if (answer.ok) localStorage.removeItem(SIGN_OUT_OWED);
  });
}

/** Erases what signing out left, with code that is loaded for it alone. Never fails: what cannot be erased stays owed. */
export async function eraseWhatIsOwed(): Promise<void> {
  if (owedErasures().length === 0) return;
  try {
    const { payErasures } = await import('./pay-erasures.ts');
    await payErasures();
  } catch (error) {
    console.warn('What erases a store could not be loaded', error);
  }
}

channel.onEvent(follow);
if (inBrowser) {
  followMarker();
  // A page that the browser had put away and brings back as it was has heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followMarker();
  });
  addEventListener('online', () => void payOwedSignOut());
  void payOwedSignOut();
  void eraseWhatIsOwed();
}

export function useSession(): SessionState {
  return useSyncExternalStore(changed.subscribe, () => state);
}

/** A token for a request that is no sync, another one than what was rejected; null where there is no session or no connection. */
export async function accessToken(rejected?: string): Promise<string | null> {
  const answer = await (rejected ? tokens?.renew(rejected) : tokens?.get());
  return answer?.kind === 'token' ? answer.token : null;
}

/** Hears what happens to the session, here and in other tabs; what is returned ends that. */
export const onSessionEvent = channel.onEvent;

const keepMarker = (user: SessionUser) => localStorage.setItem(MARKER, JSON.stringify({ user }));

function begin({ user, access_token: token }: Session): void {
  localStorage.removeItem(SIGN_OUT_OWED);
  keepMarker(user);
  channel.announce({ type: 'SIGNED_IN', userId: user.id, user, token, leftMs: spanOf(token) });
}

/** Says in all tabs that the account of who is signed in has something anew, and what it is where the session knows it. */
export function userUpdated(changed: UserChange, anew: Partial<Pick<SessionUser, 'email' | 'name'>> = {}): void {
  if (!state.user) return;
  const user = { ...state.user, ...anew };
  keepMarker(user);
  channel.announce({ type: 'USER_UPDATED', userId: user.id, user, changed });
}

/** Says in all tabs that a link for a new password was opened, or has set one. */
export const passwordRecovery = (step: 'opened' | 'used'): void => channel.announce({ type: 'PASSWORD_RECOVERY', step });

/** Begins a session with the answer to this request, where that is one. `onSession` sees it before anybody is signed in by it. */
export function beginBy(path: string, body: object, onSession?: (session: Session) => void): Promise<Answer<SessionUser>> {
  return inTurn(async () => {
    const answer = await request('POST', path, { body });
    if (!answer.ok) return answer;
    const session = readSession(answer.data);
    if (!session) return { ok: false, status: 500, code: 'INTERNAL', message: '' };
    onSession?.(session);
    begin(session);
    return { ok: true, data: session.user };
  });
}

export function signIn(input: { email: string; password: string }): Promise<Answer<SessionUser>> {
  return beginBy('/api/auth/sign-in', input);
}

/** Signs out in all tabs and erases the local store; what could not be erased by the time that this settles is erased later. */
export async function signOut(): Promise<void> {
  const token = await Promise.race([accessToken(), new Promise<null>((resolve) => setTimeout(() => resolve(null), 1000))]);
  localStorage.setItem(SIGN_OUT_OWED, '1');
  await leave('asked');
  await payOwedSignOut(token);
}

/** The account of who is signed in is gone: all tabs sign out and the local store is erased, without asking the server for anything. */
export const accountDeleted = (): Promise<void> => leave('deleted');

async function leave(why: 'asked' | 'deleted'): Promise<void> {
  const { user } = state;
  // First what is owed: whatever cuts this short, the next start goes on with it.
  if (user) oweErasure(user.id);
  forgetInLocalStorage();
  if (user) channel.announce({ type: 'SIGNED_OUT', userId: user.id, why });
  await eraseWhatIsOwed();
}
