import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './secrets.ts';

test('a password is stored as argon2id with 19 MiB and two passes, each time with another salt', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse battery'), hashPassword('correct horse battery')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword(one, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(one, 'correct horse batterY')).toBe(false);
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false);
});

test('a password counts as a whole, up to its last letter', async () => {
  const password = `${'correct horse battery '.repeat(11)}staple 7`;
  const hash = await hashPassword(password);
  expect(await verifyPassword(hash, password)).toBe(true);
  expect(await verifyPassword(hash, `${password.slice(0, -1)}8`)).toBe(false);
  expect(await verifyPassword(hash, password.slice(0, 72))).toBe(false);
});

test('a password that was hashed by an earlier release of the library still works', async () => {
  const kept = '$argon2id$v=19$m=19456,t=2,p=1$CE6+dtMbebpGMCx8gb4cwA$fMjGA5iN+cq0eFla3lK0aAxq8RX5HIUXO4kw5BsLZz4';
  expect(await verifyPassword(kept, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(kept, 'correct horse')).toBe(false);
});

test('letters that can be typed in several ways make the same password', async () => {
  // The hash of "\ufb01ne \u00c5 password", which has a ligature, and one letter where two can be typed.
  const kept = '$argon2id$v=19$m=19456,t=2,p=1$asxdUOL8ljjG/suivTL9/w$MdRqa34UP7Y4lDQ0VjvEpEfc0Fp4ZqB/x3ajlBZ13tU';
  expect(await verifyPassword(kept, 'fine A\u030a password')).toBe(true);
  expect(await verifyPassword(kept, 'fine A password')).toBe(false);
});
