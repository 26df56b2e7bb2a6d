import { expect, test } from 'vitest';
import { readSession, readSessionUser } from './session-answer.ts';

const user = { id: 'a', email: 'ana@kith.test', name: 'Ana' };

test('a member is read with the known fields and nothing else', () => {
  expect(readSessionUser({ ...user, role: 'owner' })).toEqual(user);
  for (const value of [null, undefined, 'a', [], {}, { ...user, id: 1 }, { ...user, name: undefined }, { id: 'a', email: 'b' }]) {
    expect(readSessionUser(value), JSON.stringify(value)).toBeNull();
  }
});

test('a session is read whole or not at all', () => {
  const answer = { access_token: 't', expires_at: 1, user };
  expect(readSession({ ...answer, more: true })).toEqual(answer);
  expect(readSession({ ...answer, refresh_token: 'r' })).toEqual({ ...answer, refresh_token: 'r' });
  const others = [{ access_token: undefined }, { expires_at: '1' }, { refresh_token: null }, { user: null }, { user: { ...user, id: 1 } }];
  for (const other of others) expect(readSession({ ...answer, ...other }), JSON.stringify(other)).toBeNull();
  expect(readSession(null)).toBeNull();
});
