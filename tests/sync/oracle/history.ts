/** Random histories: a circle, its devices, and what happens to them. The numbers in a history determine everything. */
import fc from 'fast-check';
import { fairActs } from './acts.ts';
import { callActs } from './calls/call-acts.ts';
import { callHappenings } from './calls/play-calls.ts';
import { faultsOf, faultsOfSteps, hasWorkers } from './faults.ts';
import { type Disaster, type RequestFault, waysToEnd } from './network.ts';
import type { Drawn } from './pairs.ts';
import { tabFaults } from './tabs.ts';
import { unfairActs } from './unfair-acts.ts';
import { workerParts, workersInOneTab } from './worker-parts.ts';

export interface Step {
  readonly does: string;
  /** which member, which of their devices, which target and which other member; each number wraps around */
  readonly by: number;
  readonly device: number;
  readonly pick: number;
  readonly other: number;
  /** by a request to the REST paths, where one exists for the act */
  readonly rest: boolean;
  readonly fault: RequestFault | Disaster | null;
}

export interface History {
  readonly members: number;
  /** how many devices each member has */
  readonly devices: readonly number[];
  /** the friends at the beginning, as pairs of positions in the circle */
  readonly friends: readonly (readonly [number, number])[];
  /** selects which of the members' devices have the real replication worker; null for none */
  readonly workers: number | null;
  readonly steps: readonly Step[];
}

/** How often each act occurs, where it is not once. What is rarely possible comes often, so that a run of a hundred histories contains it. */
const weights: Readonly<Record<string, number>> = {
  post: 8,
  comment: 6,
  accept: 6,
  'invite by id': 3,
  'invite a stranger': 3,
  'make a link': 3,
  'make a link that says yes': 2,
  'take a link': 8,
  'revoke a link': 2,
  'react to a post': 3,
  'change an audience': 4,
  unfriend: 2,
  block: 2,
  unblock: 5,
  'found a group': 3,
  'invite to a group': 5,
  'join a group': 5,
  'send a message': 6,
  'react to a message': 3,
  'react to a comment': 2,
  'delete a message': 3,
  'delete a comment': 2,
  'delete a comment on an own post': 2,
  'make a member admin': 2,
  'make an admin member': 6,
  'read a notice': 2,
  'leave a group': 3,
  'remove a member': 3,
  'hand a group over': 3,
  'take a reaction back': 2,
  'cancel an invitation': 2,
  'cancel an invitation to a group': 4,
  decline: 4,
  'decline a group': 9,
  'bring back a deleted post': 3,
  'change the photos': 3,
  'send the bytes of a photo': 8,
};

/** Events other than acts, which happen to the step's device. */
export const happenings: Readonly<Record<string, number>> = {
  'go offline': 4,
  'come back': 6,
  send: 3,
  pull: 8,
  'pull in small pages': 5,
  'open a stream': 6,
  'close the stream': 1,
  'cut the stream': 2,
  'cut the stream in mid-frame': 3,
  'lose the last checkpoint': 3,
  'set the clock': 2,
  'set the clock and start again': 2,
  'write across clocks': 2,
  'keep a copy': 2,
  'go back to the copy': 3,
  'begin anew': 1,
  'read by REST': 4,
  'look at a photo': 5,
  'somebody joins': 2,
  'delete the account': 1,
  'everybody writes at once': 2,
  barrier: 2,
};

/** About four times in a history. */
const OFTEN = 6;

const number = fc.nat({ max: 1023 });
const calm = fc.constant(null);
const stepOf = (does: fc.Arbitrary<string>, fault: fc.Arbitrary<RequestFault | Disaster | null>): fc.Arbitrary<Step> =>
  fc.record({ does, by: fc.nat({ max: 7 }), device: fc.nat({ max: 1 }), pick: number, other: number, rest: fc.boolean(), fault });
const oneOf = (names: readonly string[], weight: (name: string) => number) =>
  fc.oneof(...names.map((name) => ({ weight: weight(name), arbitrary: fc.constant(name) })));

const unfair = oneOf(Object.keys(unfairActs), () => 1);
/** Where phones are called: what calls more often, what takes the reason away, and less of what calls nobody. */
const whereCalled: Readonly<Record<string, number>> = {
  'found a group': 4,
  'invite to a group': 8,
  'join a group': 14,
  'send a message': 16,
  'react to a post': 6,
  'react to a comment': 10,
  'invite by id': 8,
  decline: 20,
  'read a chat to its end': 10,
  'read a notice': 10,
  'read all notices': 8,
  'mute a group': 4,
  'delete a message': 5,
  block: 3,
  'switch calls on or off': 6,
  'switch calls about reactions on': 6,
  'begin quiet hours': 3,
  'set quiet hours for later': 1,
  'end quiet hours': 4,
  'take a link': 4,
  'change the photos': 1,
  'send the bytes of a photo': 1,
};

const fairActsOf = (kind: Kind): readonly string[] => [...Object.keys(fairActs), ...(kind === 'pushes' ? Object.keys(callActs) : [])];
const weightOfAct = (kind: Kind) => (name: string) => (kind === 'pushes' ? whereCalled[name] : undefined) ?? weights[name] ?? 1;

/** An account is not deleted while its database is killed: the test could not know whether it still exists. */
const happeningsOf = (kind: Kind): Readonly<Record<string, number>> => ({
  ...happenings,
  ...(kind === 'pushes' && { ...callHappenings, 'look at a photo': 0, 'read by REST': 0 }),
  // A password would be hashed, by threads that no seed decides about.
  ...(kind === 'simulated' && {
    'somebody joins': 0,
    'cut the power': OFTEN,
    'fill the disk': OFTEN,
    ...Object.fromEntries(tabFaults.map((name) => [name, 3])),
    ...Object.fromEntries(waysToEnd.map((way) => [way, 1])),
    'keep the database or put it back': 3,
    sleep: 1,
  }),
  'delete the account': kind === 'leaving' ? OFTEN : kind === 'disasters' ? 0 : 1,
});

/** What histories of this kind can draw. */
export function drawnBy(kind: Kind): Drawn {
  const happenings = Object.entries(happeningsOf(kind)).flatMap(([name, weight]) => (weight > 0 ? [name] : []));
  const faults = kind === 'pushes' ? [] : faultsOf(kind, happenings);
  return { acts: [...fairActsOf(kind), ...Object.keys(unfairActs)], happenings, faults };
}

/**
 * `workers`: some devices have the real replication worker. `disasters`: the server is killed, and its Postgres restarted. `leaving`: a
 * large circle, of which many members delete their accounts. `pushes`: phones are called while the history runs.
 */
export type Kind = 'plain' | 'workers' | 'simulated' | 'disasters' | 'leaving' | 'pushes';

/** Histories of about this many acts, with other events between them. */
export function historyOf(actCount: number, kind: Kind): fc.Arbitrary<History> {
  const happenings = happeningsOf(kind);
  const fault = fc.oneof(
    { weight: 16, arbitrary: calm },
    ...faultsOfSteps(kind).map(({ weight, faults }) => ({ weight, arbitrary: fc.constantFrom<RequestFault | Disaster>(...faults) })),
  );
  // Without the bias towards small numbers, which would let the first member do everything on the first row.
  return fc.noBias(
    fc.record({
      // Where few members call each other, more of it is about the same.
      members: fc.integer({ min: kind === 'leaving' ? 6 : 3, max: kind === 'pushes' ? 5 : 8 }),
      devices: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 8, maxLength: 8 }),
      friends: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), {
        minLength: kind === 'leaving' ? 6 : 2,
        maxLength: kind === 'leaving' ? 14 : 9,
      }),
      workers: hasWorkers(kind) ? fc.nat({ max: (kind === 'simulated' ? workerParts.length : workersInOneTab) - 1 }) : fc.constant(null),
      steps: fc.array(
        fc.oneof(
          { weight: 5, arbitrary: stepOf(oneOf(fairActsOf(kind), weightOfAct(kind)), fault) },
          { weight: 1, arbitrary: stepOf(unfair, fault) },
          {
            weight: 4,
            arbitrary: stepOf(
              oneOf(Object.keys(happenings), (name) => happenings[name] ?? 1),
              fault,
            ),
          },
        ),
        {
          minLength: Math.round(actCount * 1.6),
          maxLength: Math.round(actCount * 1.7),
        },
      ),
    }),
  );
}
