import { expect, test } from 'vitest';
import { sameAudience, widening } from './audience.ts';
import { type VisibilityType, visibilityTypes } from './post.ts';

const network = { direct: ['ana', 'ruth'], further: [{ id: 'elif', through: ['ana'] }] };
const of = (visibility_type: VisibilityType, ...specific_user_ids: string[]) => ({ visibility_type, specific_user_ids });

test('from private to any other audience is wider, the way back is not', () => {
  for (const type of visibilityTypes.filter((other) => other !== 'private')) {
    const other = of(type, ...(type === 'specific' ? ['ana'] : []));
    expect(widening(of('private'), other, network)).not.toBeNull();
    expect(widening(other, of('private'), network)).toBeNull();
  }
});

test('no audience is wider than itself', () => {
  for (const type of visibilityTypes) expect(widening(of(type, 'ana'), of(type, 'ana'), network)).toBeNull();
});

test('friends of friends are wider than friends, and friends are wider than all of them chosen one by one', () => {
  expect(widening(of('friends'), of('friends_of_friends'), network)).toBe('more');
  expect(widening(of('specific', 'ana', 'ruth'), of('friends'), network)).toBe('more');
  expect(widening(of('public'), of('friends'), network)).toBeNull();
  expect(widening(of('public'), of('friends_of_friends'), network)).toBeNull();
});

test('chosen people are wider if one of them could not read the post before', () => {
  expect(widening(of('friends'), of('specific', 'ana'), network)).toBeNull();
  expect(widening(of('friends'), of('specific', 'ana', 'elif'), network)).toEqual({ people: ['elif'] });
  expect(widening(of('friends_of_friends'), of('specific', 'elif'), network)).toBeNull();
  expect(widening(of('specific', 'ana'), of('specific', 'ruth'), network)).toEqual({ people: ['ruth'] });
  expect(widening(of('specific', 'ana', 'ruth'), of('specific', 'ruth'), network)).toBeNull();
});

test('if the network is not known, nobody counts as an earlier reader', () => {
  expect(widening(of('friends'), of('specific', 'ana'), undefined)).toEqual({ people: ['ana'] });
});

test('the order of the chosen people does not matter', () => {
  expect(sameAudience(of('specific', 'a', 'b'), of('specific', 'b', 'a'))).toBe(true);
  expect(sameAudience(of('specific', 'a'), of('specific', 'a', 'b'))).toBe(false);
});
