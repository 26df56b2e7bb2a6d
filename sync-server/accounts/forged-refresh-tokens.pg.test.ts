/** Refresh tokens that this server did not issue. (`tests/conformance/wire-requests.pg.test.ts` tries forged access tokens.) */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test } from '../../tests/support/fixtures/sessions.ts';
import { deriveSecret, hashSecret, randomSecret } from './secrets/secrets.ts';

const ID = 16;
const SECRET = 32;

interface Parts {
  readonly id: Buffer;
  readonly family: Buffer;
  readonly current: Buffer;
}

function partsOf(token: string): Parts {
  const bytes = Buffer.from(token, 'base64url');
  return { id: bytes.subarray(0, ID), family: bytes.subarray(ID, ID + SECRET), current: bytes.subarray(ID + SECRET) };
}
const print = ({ id, family, current }: Parts): string => Buffer.concat([id, family, current]).toString('base64url');

/** A copy with one bit flipped. */
const turned = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy[0] = (copy[0] ?? 0) ^ 1;
  return copy;
};

test('a refresh token that this server did not issue opens nothing and ends no session', async ({
  server,
  circle,
  db,
  device,
  refresh,
}) => {
  const { token, access, sessionId } = await device();
  const carl = await circle.openSession(await circle.signUp('Carl'));
  const mine = partsOf(token);
  const theirs = partsOf(carl.refreshToken);
  const [row] = await db.sql<{ family_hash: Buffer; token_hash: Buffer }[]>`
    select family_hash, token_hash from sessions where id = ${sessionId}`;
  if (!row) throw new Error('no session');
  const idOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const forged: Record<string, string> = {
    empty: '',
    'a space': ' ',
    'a word': 'nonsense',
    'the id of a session alone': mine.id.toString('base64url'),
    'the id in words': sessionId,
    'cut off by a character': token.slice(0, -1),
    'cut off by a part': print({ ...mine, current: Buffer.alloc(0) }),
    'without its beginning': token.slice(4),
    'with a character more': `${token}A`,
    'with something after it that is no base64': `${token}!`,
    'with a line break in it': `${token.slice(0, 40)}\n${token.slice(40)}`,
    'with padding': `${token}==`,
    'in the other base64': Buffer.concat([mine.id, Buffer.alloc(2 * SECRET, 0xff)]).toString('base64'),
    twice: `${token}${token}`,
    'all zeros': print({ id: Buffer.alloc(ID), family: Buffer.alloc(SECRET), current: Buffer.alloc(SECRET) }),
    'of a session that is not': print({ ...mine, id: idOf(uuid()) }),
    'with the id of somebody else’s session': print({ ...mine, id: theirs.id }),
    'with somebody else’s secrets': print({ ...theirs, id: mine.id }),
    'with a secret of the session that is wrong by a bit': print({ ...mine, family: turned(mine.family) }),
    'with its secrets swapped': print({ ...mine, family: mine.current, current: mine.family }),
    'with guessed secrets': print({ ...mine, family: randomSecret(), current: randomSecret() }),
    'made of what the database keeps': print({ ...mine, family: row.family_hash, current: row.token_hash }),
    'made of hashes of hashes': print({ ...mine, family: hashSecret(row.family_hash), current: hashSecret(row.token_hash) }),
    'a child made without the secret': print({ ...mine, family: row.family_hash, current: deriveSecret(row.token_hash, randomSecret()) }),
    'an access token': access,
    'a token that nobody signed': `${json({ alg: 'none' })}.${json({ sub: sessionId, sid: sessionId, exp: 9e9 })}.`,
    'with quotes': "' or true --",
    'with a null byte': `${token.slice(0, -1)}\u0000`,
    huge: 'A'.repeat(200_000),
  };
  expect(Object.keys(forged).length).toBeGreaterThanOrEqual(25);
  const before = server.logged.length;
  for (const [kind, one] of Object.entries(forged)) {
    const { status, body } = await refresh(one);
    expect([kind, status >= 400 && status < 500, body.data]).toEqual([kind, true, undefined]);
    expect([kind, await server.sessions.isLive(sessionId), await server.sessions.isLive(carl.sessionId)]).toEqual([kind, true, true]);
  }
  // Nor is a session logged as being in two places: that takes a secret which the server issued.
  expect(server.logged.slice(before).filter((line) => line.includes('session-in-two-places'))).toEqual([]);
  expect((await refresh(token)).status).toBe(200);
  expect((await refresh(carl.refreshToken)).status).toBe(200);
});
