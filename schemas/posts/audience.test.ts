import { expect, test } from 'vitest';
import { sameAudience, widening } from './audience.ts';
import { type VisibilityType, visibilityTypes } from './visibility.ts';

const network = { direct: ['ana', 'ruth'], further: [{ id: 'elif', through: ['ana'] }] };
const audience = (visibility_type: VisibilityType, ...specific_user_ids: string[]) => ({ visibility_type, specific_user_ids });

test('from private to any other audience is wider, the way back is not', () => {
  for (const type of visibilityTypes.filter((other) => other !== 'private')) {
    const other = audience(type, ...(type === 'specific' ? ['ana'] : []));
    expect(widening(audience('private'), other, network)).not.toBeNull();
    expect(widening(other, audience('private'), network)).toBeNull();
  }
});

test('no audience is wider than itself', () => {
  for (const type of visibilityTypes) expect(widening(audience(type, 'ana'), audience(type, 'ana'), network)).toBeNull();
});

test('friends of friends are wider than friends, and friends are wider than all of them chosen one by one', () => {
  expect(widening(audience('friends'), audience('friends_of_friends'), network)).toBe('more');
  expect(widening(audience('specific', 'ana', 'ruth'), audience('friends'), network)).toBe('more');
  expect(widening(audience('public'), audience('friends'), network)).toBeNull();
  expect(widening(audience('public'), audience('friends_of_friends'), network)).toBeNull();
});

test('chosen people are wider if one of them could not read the post before', () => {
  expect(widening(audience('friends'), audience('specific', 'ana'), network)).toBeNull();
  expect(widening(audience('friends'), audience('specific', 'ana', 'elif'), network)).toEqual({ people: ['elif'] });
  expect(widening(audience('friends_of_friends'), audience('specific', 'elif'), network)).toBeNull();
  expect(widening(audience('specific', 'ana'), audience('specific', 'ruth'), network)).toEqual({ people: ['ruth'] });
  expect(widening(audience('specific', 'ana', 'ruth'), audience('specific', 'ruth'), network)).toBeNull();
});

test('if the network is not known, nobody counts as an earlier reader', () => {
  expect(widening(audience('friends'), audience('specific', 'ana'), undefined)).toEqual({ people: ['ana'] });
});

test('the order of the chosen people does not matter', () => {
  expect(sameAudience(audience('specific', 'a', 'b'), audience('specific', 'b', 'a'))).toBe(true);
  expect(sameAudience(audience('specific', 'a'), audience('specific', 'a', 'b'))).toBe(false);
});
