import { expect, test } from 'vitest';
import { createLedger, newTie } from './ledger.ts';

/** A clock that moves on by one at every look. */
function ledgerWithTie() {
  let time = 0;
  const now = () => {
    time += 1;
    return time;
  };
  return { ledger: createLedger(now), tie: newTie(now()), now };
}

test('a row that does not arrive is missed, and counts once it is there', () => {
  const { ledger, tie, now } = ledgerWithTie();
  ledger.begin('post', new Map([['ana', tie]]), now());
  expect(ledger.pending()).toBe(1);
  ledger.arrive('posts', 'post', 'ana', false);
  ledger.arrive('posts', 'post', 'ana', false);
  expect([ledger.pending(), ledger.visibleAfter.length, ledger.leaks.length]).toEqual([0, 1, 0]);
});

test('a row for other readers is a leak, and so is an unknown row', () => {
  const { ledger, tie, now } = ledgerWithTie();
  ledger.begin('post', new Map([['ana', tie]]), now());
  ledger.arrive('posts', 'post', 'ben', false);
  ledger.arrive('posts', 'unknown', 'ana', false);
  expect(ledger.leaks).toHaveLength(2);
});

test('a row of after the end is a leak until the tie changes again', () => {
  const { ledger, tie, now } = ledgerWithTie();
  ledger.begin('before', new Map([['ana', tie]]), now());
  ledger.change(tie);
  ledger.begin('meanwhile', new Map([['ana', tie]]), now());
  ledger.changed(tie, 'off');
  ledger.begin('after', new Map([['ana', tie]]), now());
  expect(ledger.pending()).toBe(0);
  ledger.arrive('posts', 'before', 'ana', false);
  ledger.arrive('posts', 'meanwhile', 'ana', false);
  expect(ledger.leaks).toHaveLength(0);
  ledger.arrive('posts', 'after', 'ana', false);
  expect(ledger.leaks).toHaveLength(1);
  ledger.change(tie);
  ledger.arrive('posts', 'after', 'ana', false);
  expect(ledger.leaks).toHaveLength(1);
});

test('once a tie is made again, the rows of before must arrive, without counting as new', () => {
  const { ledger, tie, now } = ledgerWithTie();
  ledger.change(tie);
  ledger.changed(tie, 'off');
  ledger.begin('hidden', new Map([['ana', tie]]), now());
  ledger.refuse(ledger.begin('refused', new Map([['ana', tie]]), now()));
  ledger.change(tie);
  ledger.changed(tie, 'on');
  expect(ledger.pending()).toBe(1);
  ledger.arrive('posts', 'hidden', 'ana', false);
  expect([ledger.pending(), ledger.visibleAfter.length]).toEqual([0, 0]);
});

test('nobody waits for a row that was refused', () => {
  const { ledger, tie, now } = ledgerWithTie();
  ledger.refuse(ledger.begin('post', new Map([['ana', tie]]), now()));
  expect(ledger.pending()).toBe(0);
});
