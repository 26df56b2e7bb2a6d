import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../workers/device/session/session-event.ts';
import { nextSession, type SessionState } from './session-state.ts';

const ana = { id: 'ana', email: 'ana@kith.test', name: 'Ana' };
const ben = { id: 'ben', email: 'ben@kith.test', name: 'Ben' };
const renamed = { ...ana, name: 'Ana R.' };
const token = { token: 'access', leftMs: 600_000 };

const out: SessionState = { status: 'signed-out' };
const anas: SessionState = { status: 'signed-in', user: ana };

const signedIn = (user: typeof ana): SessionEvent => ({ type: 'SIGNED_IN', userId: user.id, user, ...token });
const signedOut = (why: 'asked' | 'expired' | 'deleted'): SessionEvent => ({ type: 'SIGNED_OUT', userId: 'ana', why });
const updated = (user: typeof ana, changed: 'password' | 'email' | 'name'): SessionEvent => ({
  type: 'USER_UPDATED',
  userId: user.id,
  user,
  changed,
});

describe('how a session event changes the state of a tab', () => {
  test.for<[string, SessionState, SessionEvent, SessionState]>([
    ['signing in, on the landing page', out, signedIn(ana), anas],
    ['signing in after the session had ended', { ...out, expired: true }, signedIn(ana), anas],
    ['somebody else signing in', anas, signedIn(ben), { status: 'signed-in', user: ben }],
    ['signing out', anas, signedOut('asked'), out],
    ['the end by the server', anas, signedOut('expired'), { ...out, expired: true }],
    ['the end of the account', anas, signedOut('deleted'), { ...out, deleted: true }],
    ['another name', anas, updated(renamed, 'name'), { status: 'signed-in', user: renamed }],
    ['another address', anas, updated({ ...ana, email: 'a@home.test' }, 'email'), { ...anas, user: { ...ana, email: 'a@home.test' } }],
  ])('%s', ([, before, event, after]) => {
    expect(nextSession(before, event)).toEqual(after);
  });

  test.for<[string, SessionState, SessionEvent]>([
    ['the same member signing in again', anas, signedIn({ ...ana })],
    ['a sign-out of somebody else', { status: 'signed-in', user: ben }, signedOut('expired')],
    ['a sign-out where nobody is', { ...out, expired: true }, signedOut('asked')],
    ['another token', anas, { type: 'TOKEN_REFRESHED', userId: 'ana', ...token, inSight: true }],
    ['a link for a new password, opened', anas, { type: 'PASSWORD_RECOVERY', step: 'opened' }],
    ['a link for a new password, used', out, { type: 'PASSWORD_RECOVERY', step: 'used' }],
    ['another password', anas, updated({ ...ana }, 'password')],
    ['another name of somebody else', anas, updated({ ...ben, name: 'B.' }, 'name')],
    ['another name where nobody is', out, updated(renamed, 'name')],
  ])('%s changes nothing', ([, before, event]) => {
    expect(nextSession(before, event)).toBe(before);
  });
});
