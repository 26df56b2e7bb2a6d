import type { SessionUser } from '../../../schemas/account/session-answer.ts';
import type { SessionEvent } from '../../../workers/device/session/session-event.ts';

export interface SessionState {
  readonly status: 'signed-out' | 'signed-in';
  readonly user?: SessionUser;
  /** signed out because the server ended the session */
  readonly expired?: boolean;
  /** signed out because the account was deleted */
  readonly deleted?: boolean;
}

type Follow<Type extends SessionEvent['type']> = (state: SessionState, event: Extract<SessionEvent, { type: Type }>) => SessionState;

const sameUser = (one: SessionUser | undefined, other: SessionUser): boolean =>
  one?.id === other.id && one.email === other.email && one.name === other.name;

/** What each event makes of the state. An event about another member changes nothing, unless that member signs in. */
const follow: { readonly [Type in SessionEvent['type']]: Follow<Type> } = {
  SIGNED_IN: (state, { user }) => (sameUser(state.user, user) ? state : { status: 'signed-in', user }),
  SIGNED_OUT: (state, { userId, why }) => {
    if (state.user?.id !== userId) return state;
    if (why === 'asked') return { status: 'signed-out' };
    return { status: 'signed-out', ...(why === 'deleted' ? { deleted: true } : { expired: true }) };
  },
  TOKEN_REFRESHED: (state) => state,
  PASSWORD_RECOVERY: (state) => state,
  USER_UPDATED: (state, { user }) => (state.user?.id === user.id && !sameUser(state.user, user) ? { ...state, user } : state),
};

/** The state after this event; the same object if nothing changes. */
export const nextSession = (state: SessionState, event: SessionEvent): SessionState =>
  (follow[event.type] as Follow<SessionEvent['type']>)(state, event);
