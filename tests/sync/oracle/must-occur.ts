/** What must occur in a run of histories. Otherwise the run has proved nothing about it. */
import { audiences, fairActs } from './acts.ts';
import { FAULT, waysOfRevocation } from './coverage.ts';
import { drawnBy, type Kind } from './history.ts';
import { disasters } from './network.ts';
import { unfairActs } from './unfair-acts.ts';

/** Every fault that this kind can draw. */
const faultsThatStrike = (kind: Kind): readonly string[] => drawnBy(kind).faults.map((fault) => `${FAULT}${fault}`);

/** A member must lose a role while invitations are open, which may not happen in a few hundred histories. */
const RARELY = 'a lower role';

export const mustOccur: readonly string[] = [
  ...[...Object.keys(fairActs), ...Object.keys(unfairActs)].map((name) => `act: ${name}`),
  'act: sign up',
  'act: delete the account',
  'act: writing at the same time',
  'act: sign up where invitations wait',
  ...audiences.map((name) => `audience: ${name}`),
  'read: a photo, 200',
  'read: a stored photo, 404',
  'refused: IMAGE_SIZE',
  'refused: CIRCLE_FULL',
  'refused: THEIR_CIRCLE_FULL',
  ...waysOfRevocation.filter((name) => name !== RARELY).map((name) => `revoked by: ${name}`),
  ...faultsThatStrike('plain'),
];

/** For a run of thousands. */
export const mustOccurInMany: readonly string[] = [...mustOccur, `revoked by: ${RARELY}`];

const onWorkers = [...audiences.map((name) => `audience: ${name}`), 'refusals shown on a device', 'photos compared on devices'];
/** Of few devices without a worker, or of few histories, these may be missing. */
const rareOnWorkers = new Set(
  ['send an old push again', 'stale checkpoint', 'stream cut in mid-frame', 'a clock two days off', 'a device lost']
    .concat('a device put back to an old copy', 'a write that a full disk refuses', 'kill the tab that leads', 'hang the tab that leads')
    .map((fault) => `${FAULT}${fault}`),
);
const oftenOnWorkers = (kind: Kind) => [...onWorkers, ...faultsThatStrike(kind).filter((event) => !rareOnWorkers.has(event))];
export const mustOccurOnWorkers = oftenOnWorkers('workers');
export const mustOccurOnManyWorkers = [...onWorkers, ...faultsThatStrike('workers')];
export const mustOccurWhereSimulated = oftenOnWorkers('simulated');
export const mustOccurWhereManyAreSimulated = [...onWorkers, ...faultsThatStrike('simulated')];

export const mustOccurWhereManyLeave: readonly string[] = [
  ...['delete the account', 'sign up', 'unfriend', 'found a group', 'send a message', 'react to a comment'].map((name) => `act: ${name}`),
  ...audiences.map((name) => `audience: ${name}`),
  'revoked by: a deleted account',
];

export const mustOccurInDisasters: readonly string[] = disasters.map((name) => `${FAULT}${name}`);
export const mustOccurInManyDisasters = faultsThatStrike('disasters');

/** In a few histories, so that they cannot pass where nobody is called. */
export const mustOccurWhereCalled: readonly string[] = [
  ...['group_message', 'group_invitation', 'post_created', 'post_commented', 'friend_request_accepted'].map((type) => `called: ${type}`),
  ...['read', 'deleted', 'answered', 'quiet hours'].map((why) => `not called: ${why}`),
  'fault: died between sending and noting',
  'called again after a death',
];

export const mustOccurWhereManyAreCalled: readonly string[] = [
  ...mustOccurWhereCalled,
  ...['post_reaction', 'comment_reaction', 'friend_request_sent', 'friend_request_declined', 'summary'].map((type) => `called: ${type}`),
  ...['the chat is read', 'blocked', 'muted', 'taken back', 'may not read it', 'switched off', 'the account is deleted'].map(
    (why) => `not called: ${why}`,
  ),
  ...['signed out', 'expired', 'unsubscribed', 'gone'].map((how) => `fault: ${how} phone`),
];
