import { expect, test } from 'vitest';
import { readersOf } from '../../../schemas/posts/audience.ts';
import { briefNames, listedNames } from '../../text/audience.ts';
import { audienceLine, audienceOffer, audienceSummary, reachSentence } from './audience-text.ts';

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

test('the line of the form says whom each audience reaches, or that it reaches nobody', () => {
  expect(audienceLine(audience('friends'), network, nameOf)).toBe('ANA, RUTH');
  expect(audienceLine(audience('friends_of_friends'), network, nameOf)).toBe('27 people');
  expect(audienceLine(audience('friends_of_friends'), { direct: ['ana'], further: [] }, nameOf)).toBe('ANA');
  expect(audienceLine(audience('public'), network, nameOf)).toBe('everyone within two steps');
  expect(audienceLine(audience('specific', 'f1'), network, nameOf)).toBe('F1');
  expect(audienceLine(audience('specific'), network, nameOf)).toBe('nobody chosen yet');
  expect(audienceLine(audience('private'), network, nameOf)).toBe('a note to yourself');
  expect(audienceLine(audience('friends'), nobody, nameOf)).toBe('waits for your first friend');
  // An unknown network must not read as nobody.
  expect(audienceLine(audience('friends'), undefined, nameOf)).toBe('');
});

test('each audience is offered with its people, and specific people with those who can be chosen', () => {
  expect(audienceOffer(audience('specific'), network, nameOf)).toBe('Chosen from 2 friends and 25 of theirs');
  expect(audienceOffer(audience('specific'), { direct: ['ana'], further: [] }, nameOf)).toBe('Chosen from 1 friend');
  expect(audienceOffer(audience('specific'), nobody, nameOf)).toBe('Nobody to choose yet: invite a friend first');
  expect(audienceOffer(audience('specific'), undefined, nameOf)).toBe('Only the people you choose');
  expect(audienceOffer(audience('public'), network, nameOf)).toBe('Everyone within two steps, 27 people');
});

test('the readers of a post, in order and as a sentence', () => {
  expect(readersOf(audience('friends_of_friends'), { direct: ['ana'], further: further(2) })).toEqual(['ana', 'f0', 'f1']);
  expect(readersOf(audience('private'), network)).toEqual([]);
  expect(readersOf(audience('friends'), undefined)).toBeUndefined();
  expect(reachSentence(audience('friends'), ['ana', 'ruth'])).toBe('2 people, and you. It goes no further.');
  expect(reachSentence(audience('public'), ['ana'])).toBe('Everyone within two steps: 1 person, and you.');
  expect(reachSentence(audience('specific'), [])).toBe('Nobody is chosen yet.');
  expect(reachSentence(audience('private'), [])).toBe('Nobody but you.');
});
