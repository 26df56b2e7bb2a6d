import { useSyncExternalStore } from 'react';
import { readSession, readSessionUser, type Session, type SessionUser } from '../../../schemas/account/session-answer.ts';
import { createTopic } from '../../../schemas/base/topic.ts';
import { SERVER_FAILED_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { createTokens, lifetimeMs, type Tokens, withSessionLock } from '../../../workers/device/session/session.ts';
import { openSessionChannel } from '../../../workers/device/session/session-channel.ts';
import type { SessionEvent, UserChange } from '../../../workers/device/session/session-event.ts';
import { forgetInLocalStorage, handOverSessionStorage, keptAfterSignOut } from './kept-after-sign-out.ts';
import { correctMemberRecord, eraseMemberRecord } from './member-record.ts';
import { addErasureDebt, owedErasures } from './owed-erasure.ts';
import { type Answer, request } from './request.ts';
import { nextSession, type SessionState } from './session-state.ts';

/**
 * Who is signed in, the same in all tabs. Everything that happens to the session is one event, and each tab follows the events of all tabs
 * (session-event.ts), including its own.
 *
 * A marker in localStorage names the member, so that the app opens without a network; it contains no secret. The session ends only when the
 * server says so or the member signs out. If the server ended it, the local store stays with its pending writes, for the same member.
 */
const MARKER = 'kith-session';
const SIGN_OUT_OWED = keptAfterSignOut.signOutOwed;

/** After the first screen, which needs the disk for itself. */
const CORRECT_AFTER_MS = 3000;
const inBrowser = typeof window !== 'undefined';
const isVisible = () => document.visibilityState === 'visible';
const channel = openSessionChannel({ alone: !inBrowser });
let state: SessionState = { status: 'signed-out' };
let tokens: Tokens | null = null;
let hadMember = false;
const changed = createTopic();

function set(next: SessionState): void {
  if (next.user?.id !== state.user?.id) {
    tokens?.close();
    tokens = next.user ? createTokens({ userId: next.user.id, channel, inSight: isVisible }) : null;
    tokens?.onToken(() => tokens?.looked());
  }
  handOverSessionStorage(next.user?.id);
  hadMember ||= next.user !== undefined;
  state = next;
  changed.announce();
}

/** Tokens that are created here receive this event as well, and so have the token in it. */
function follow(event: SessionEvent): void {
  if (event.type === 'PASSWORD_RECOVERY' && event.step === 'used') void renewToken();
  const next = nextSession(state, event);
  if (next === state) return;
  if (event.type !== 'SIGNED_OUT' || event.why === 'asked') {
    set(next);
    return;
  }
  // First the debt: if anything interrupts this, the next start continues from there.
  if (event.why === 'deleted') addErasureDebt(event.userId);
  // The storage may already belong to another member, of whom this tab has not heard yet.
  if ((readMarker()?.id ?? event.userId) === event.userId) forgetInLocalStorage();
  correctRecord();
  set(next);
  if (event.why === 'deleted') void eraseOwed();
}

/** A new password ends sessions, perhaps this one: the server is asked at once, not only when the token expires. */
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

/** Lets the service worker know whom the marker names now. */
const correctRecord = (): void => void correctMemberRecord(() => readMarker()?.id ?? null);

/** Whether this browser says that this member is signed in, even if this tab does not know of it yet. */
export const isSignedIn = (userId: string): boolean => readMarker()?.id === userId;

/** The member who is signed in on this page, if any. */
export const signedInMember = (): string | undefined => state.user?.id;

/** Whether a member has signed out in this page: nobody else may see where they were. */
export const hasSignedOutHere = (): boolean => hadMember && !state.expired;

/** Whether a member was signed in when this page began, so that they did not sign in here. */
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
 * Sends a sign-out to the server, as soon as it can be reached. If a member has signed in since, the server has ended the previous session
 * with that, and this request would end the new one.
 */
async function payOwedSignOut(token: string | null = null): Promise<void> {
  const isOwed = () => localStorage.getItem(SIGN_OUT_OWED) !== null && !readMarker();
  if (!isOwed()) return;
  await withSessionLock(async () => {
    if (!isOwed()) return;
    const answer = await request('POST', '/api/auth/sign-out', { body: {}, keepalive: true, ...(token ? { token } : {}) });
    if (answer.ok) localStorage.removeItem(SIGN_OUT_OWED);
  });
}

/** Erases what signing out left, with code that is loaded only for this. Never fails: what cannot be erased stays owed. */
export async function eraseOwed(): Promise<void> {
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
  // Known before anything is drawn.
  const member = readMarker();
  set(member ? { status: 'signed-in', user: member } : { status: 'signed-out' });
  // A page that comes back from the browser's back/forward cache has heard nothing while it was there.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followMarker();
  });
  document.addEventListener('visibilitychange', () => tokens?.looked());
  addEventListener('online', () => void payOwedSignOut());
  void payOwedSignOut();
  void eraseOwed();
  // What the page before left undone. Nobody waits for it.
  setTimeout(correctRecord, CORRECT_AFTER_MS);
}

export function useSession(): SessionState {
  return useSyncExternalStore(changed.subscribe, () => state);
}

/** A token for a request that is not sync, and not the `rejected` one. Null without a session or a connection. */
export async function accessToken(rejected?: string): Promise<string | null> {
  const answer = await (rejected ? tokens?.renew(rejected) : tokens?.get());
  return answer?.kind === 'token' ? answer.token : null;
}

/** The token of this page if it is still valid, without asking anybody for another. */
export const heldToken = (): string | null => tokens?.held() ?? null;

/** Calls back with the session events of this and other tabs. The returned function ends that. */
export const onSessionEvent = channel.onEvent;

const keepMarker = (user: SessionUser) => localStorage.setItem(MARKER, JSON.stringify({ user }));

function begin({ user, access_token: token }: Session): void {
  localStorage.removeItem(SIGN_OUT_OWED);
  keepMarker(user);
  correctRecord();
  channel.announce({ type: 'SIGNED_IN', userId: user.id, user, token, leftMs: lifetimeMs(token) });
}

/** Sends to all tabs that the signed-in member's account has changed, with the new values if the session knows them. */
export function userUpdated(changed: UserChange, anew: Partial<Pick<SessionUser, 'email' | 'name'>> = {}): void {
  if (!state.user) return;
  const user = { ...state.user, ...anew };
  keepMarker(user);
  channel.announce({ type: 'USER_UPDATED', userId: user.id, user, changed });
}

/** Sends to all tabs that a link for a new password was opened, or was used to set one. */
export const passwordRecovery = (step: 'opened' | 'used'): void => channel.announce({ type: 'PASSWORD_RECOVERY', step });

/** Begins a session with the answer to this request, if it contains one. `onSession` receives it before the member is signed in. */
export function beginBy(path: string, body: object, onSession?: (session: Session) => void): Promise<Answer<SessionUser>> {
  return withSessionLock(async () => {
    const answer = await request('POST', path, { body });
    if (!answer.ok) return answer;
    const session = readSession(answer.data);
    if (!session) return { ok: false, status: 500, code: SERVER_FAILED_CODE, message: '' };
    onSession?.(session);
    begin(session);
    return { ok: true, data: session.user };
  });
}

export function signIn(input: { email: string; password: string }): Promise<Answer<SessionUser>> {
  return beginBy('/api/auth/sign-in', input);
}

/** Signs out in all tabs and erases the local store. What is not erased when this settles is erased later. */
export async function signOut(): Promise<void> {
  const token = await Promise.race([accessToken(), new Promise<null>((resolve) => setTimeout(() => resolve(null), 1000))]);
  await leave('asked');
  await payOwedSignOut(token);
}

/** The signed-in member's account was deleted: all tabs sign out and the local store is erased, without a request to the server. */
export const accountDeleted = (): Promise<void> => leave('deleted');

async function leave(why: 'asked' | 'deleted'): Promise<void> {
  const { user } = state;
  await eraseMemberRecord();
  if (why === 'asked') localStorage.setItem(SIGN_OUT_OWED, '1');
  // The debt before the marker: if anything interrupts this, the next start continues from there.
  if (user) addErasureDebt(user.id);
  forgetInLocalStorage();
  // A tab that was starting may have written the record again.
  correctRecord();
  if (user) channel.announce({ type: 'SIGNED_OUT', userId: user.id, why });
  await eraseOwed();
}
