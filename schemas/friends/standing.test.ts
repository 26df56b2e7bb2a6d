import { expect, test } from 'vitest';
import { checkInvite } from './invitation-rules.ts';
import { canSendInvitation, type StandingFacts, standingOf } from './standing.ts';

const nothing: StandingFacts = { isSelf: false, alreadyFriends: false, alreadySent: false, alreadyReceived: false };

test.each([
  ['oneself', { isSelf: true }, 'you'],
  ['a friend', { alreadyFriends: true }, 'friends'],
  ['a friend whom one had invited again', { alreadyFriends: true, alreadySent: true }, 'friends'],
  ['one who was invited', { alreadySent: true }, 'invited'],
  ['one who invited first', { alreadyReceived: true }, 'invited-you'],
  ['two who invited each other', { alreadySent: true, alreadyReceived: true }, 'invited'],
  ['anybody else', {}, 'open'],
] as const)('%s', (_who, facts, standing) => {
  expect(standingOf({ ...nothing, ...facts })).toBe(standing);
});

test('an invitation is offered exactly where the rule would allow sending one', () => {
  const yesOrNo = [false, true];
  for (const isSelf of yesOrNo)
    for (const alreadyFriends of yesOrNo)
      for (const alreadySent of yesOrNo)
        for (const alreadyReceived of yesOrNo) {
          const facts = { isSelf, alreadyFriends, alreadySent, alreadyReceived };
          const verdict = checkInvite(
            { userId: 'ana' },
            {
              ...facts,
              ...{ inviterId: 'ana', sentToday: 0, perDay: 1, byAddress: true, ownFriends: 0, sentToAddresses: 0, firstInvitations: 1 },
            },
          );
          expect(verdict.allowed, JSON.stringify(facts)).toBe(canSendInvitation(standingOf(facts)));
        }
});
