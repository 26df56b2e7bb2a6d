import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readersOf } from '../../../../schemas/posts/audience.ts';
import { briefNames, listedNames } from '../../../text/audience.ts';
import { audienceOffer, audienceSummary, audienceTitle, reachSentence } from './audience-text.ts';

const further = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `f${n}`, through: ['ana'] }));
const network = { direct: ['ana', 'ruth'], further: further(25) };

test('an audience is summarised by the people in it', () => {
  expect(audienceSummary({ visibility_type: 'friends', specific_user_ids: [] }, network)).toBe('2 friends');
  expect(audienceSummary({ visibility_type: 'friends_of_friends', specific_user_ids: [] }, network)).toBe(
    '2 friends and 25 of their friends',
  );
  expect(audienceSummary({ visibility_type: 'friends', specific_user_ids: [] }, { direct: ['ana'], further: [] })).toBe('1 friend');
  expect(audienceSummary({ visibility_type: 'specific', specific_user_ids: ['x'] }, network)).toBe('1 person');
});

const nobody = { direct: [], further: [] };
const audience = (
  visibility_type: 'friends' | 'friends_of_friends' | 'specific' | 'private' | 'public',
  ...specific_user_ids: string[]
) => ({
  visibility_type,
  specific_user_ids,
});
const nameOf = (id: string) => id.toUpperCase();

test('names are listed up to a limit', () => {
  expect(briefNames(['Ana', 'Jonas', 'Priya'])).toBe('Ana, Jonas, Priya');
  expect(briefNames(['Ana', 'Jonas', 'Priya', 'Ruth', 'Idris'])).toBe('Ana, Jonas, Priya +2');
  expect(listedNames(['Ana'])).toBe('Ana');
  expect(listedNames(['Ana', 'Jonas', 'Priya', 'Ruth'])).toBe('Ana, Jonas, Priya and Ruth');
  expect(listedNames(['Ana', 'Jonas', 'Priya', 'Ruth', 'Idris'])).toBe('Ana, Jonas, Priya and 2 more');
});

test('an audience is named with how many it reaches, chosen people by their names', () => {
  expect(audienceTitle(audience('friends'), network, nameOf)).toEqual(['Friends', 2]);
  expect(audienceTitle(audience('friends_of_friends'), network, nameOf)).toEqual(['Friends and theirs', 27]);
  expect(audienceTitle(audience('public'), network, nameOf)).toEqual(['Public']);
  expect(audienceTitle(audience('specific', 'f1', 'ana'), network, nameOf)).toEqual(['ANA, F1']);
  expect(audienceTitle(audience('specific'), network, nameOf)).toEqual(['Choose people']);
  expect(audienceTitle(audience('private'), network, nameOf)).toEqual(['Only me']);
  expect(audienceTitle(audience('friends'), nobody, nameOf)).toEqual(['Friends']);
  // An unknown network must not read as nobody.
  expect(audienceTitle(audience('friends'), undefined, nameOf)).toEqual(['Friends']);
});

test('every number is that of the readers', () => {
  const ids = fc.uniqueArray(
    fc.nat(999).map((n) => `m${n}`),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(ids, fc.nat(8), (people, friends) => {
      const reach = { direct: people.slice(0, friends), further: people.slice(friends).map((id) => ({ id, through: ['ana'] })) };
      for (const type of ['friends', 'friends_of_friends'] as const) {
        expect(audienceTitle(audience(type), reach, nameOf)[1] ?? 0).toBe(readersOf(audience(type), reach)?.length);
      }
    }),
  );
});

test('each audience is offered with its people, and specific people with those who can be chosen', () => {
  expect(audienceOffer(audience('specific'), network, nameOf)).toBe('Chosen from 2 friends and 25 of theirs');
  expect(audienceOffer(audience('specific'), { direct: ['ana'], further: [] }, nameOf)).toBe('Chosen from 1 friend');
  expect(audienceOffer(audience('specific'), nobody, nameOf)).toBe('Nobody to choose yet: invite a friend first');
  expect(audienceOffer(audience('specific'), undefined, nameOf)).toBe('Only the people you choose');
  expect(audienceOffer(audience('friends_of_friends'), { direct: ['ana'], further: further(1) }, nameOf)).toBe('F0 too');
  expect(audienceOffer(audience('public'), undefined, nameOf)).toBe('the same people as Friends and theirs');
  expect(audienceOffer(audience('public'), network, nameOf)).toBe('the same 27 people as Friends and theirs');
});

test('the readers of a post, in order and as a sentence', () => {
  expect(readersOf(audience('friends_of_friends'), { direct: ['ana'], further: further(2) })).toEqual(['ana', 'f0', 'f1']);
  expect(readersOf(audience('private'), network)).toEqual([]);
  expect(readersOf(audience('friends'), undefined)).toBeUndefined();
  expect(reachSentence(audience('friends'), ['ana', 'ruth'])).toBe('2 people, and you. It goes no further.');
  expect(reachSentence(audience('public'), ['ana'])).toBe('The same 1 person as Friends and theirs, and you.');
  expect(reachSentence(audience('specific'), [])).toBe('Nobody is chosen yet.');
  expect(reachSentence(audience('private'), [])).toBe('Nobody but you.');
});
