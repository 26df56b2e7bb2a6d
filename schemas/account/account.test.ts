import { expect, test } from 'vitest';
import { isUnusualCapitals } from '../base/text.ts';
import { emailSchema } from './account.ts';

test.each([
  ['  Kim@Kith.Test ', 'kim@kith.test'],
  ['ZOë@kith.test', 'zoë@kith.test'],
  ['ß@kith.test', 'ß@kith.test'],
])('%s is stored as %s', (typed, stored) => {
  expect(emailSchema.parse(typed)).toBe(stored);
});

test.each([
  ['\u212Aim@kith.test', 'the Kelvin sign, whose lower case is k'],
  ['kim@\u212Aith.test', 'the same in a domain'],
  ['\u0130vo@kith.test', 'a dotted I, whose lower case is i and a dot'],
  ['\u212Bsa@kith.test', 'the Ångström sign, whose lower case is å'],
  ['ZOË@kith.test', 'a capital of another alphabet'],
])('%s is refused: %s', (typed) => {
  expect(isUnusualCapitals(emailSchema.safeParse(typed).error)).toBe(true);
});
