/**
 * Small histories that once failed, or that test an edge which random histories seldom reach. They are played in every run. A failing run
 * prints its history in this form.
 */
import type { History, Step } from './history.ts';

const step = (
  does: string,
  by: number,
  device: number,
  pick: number,
  other: number,
  rest: boolean = false,
  fault: Step['fault'] = null,
): Step => ({ does, by, device, pick, other, rest, fault });

const one = [1, 1, 1, 1, 1, 1, 1, 1];

const audience = { friends: 0, 'friends of friends': 1 } as const;

/** A post, a reaction to it that another device has, another audience, and the reaction taken back while that device is away. */
const awayWhile = (before: keyof typeof audience, after: keyof typeof audience): readonly Step[] => [
  step('post', 0, 0, audience[before], 0),
  step('react to a post', 2, 0, 0, 0),
  step('pull', 1, 0, 0, 0),
  step('change an audience', 0, 0, audience[after], 0),
  step('take a reaction back', 2, 0, 0, 0),
  step('barrier', 0, 0, 0, 0),
];

/** A post with a photo whose bytes are sent, while others read it, and which they cannot read afterwards. */
const photoThatGoes: readonly Step[] = [
  step('post', 0, 0, 0, 1),
  step('send', 0, 0, 0, 0),
  step('send the bytes of a photo', 0, 0, 0, 0),
  step('barrier', 0, 0, 0, 0),
  step('change an audience', 0, 0, 4, 0),
  step('barrier', 0, 0, 0, 0),
  step('change an audience', 0, 0, 0, 0),
  step('barrier', 0, 0, 0, 0),
  step('change the photos', 0, 0, 1, 0),
  step('name any photo in an own post', 0, 0, 0, 0),
  step('barrier', 0, 0, 0, 0),
];

/** A message with a photo whose bytes are sent, by the first device of the first member that has all collections. */
const photoInAGroup: readonly Step[] = [
  step('send a message', 0, 1, 0, 1),
  step('send', 0, 1, 0, 0),
  step('send the bytes of a photo', 0, 1, 0, 0),
];

/** The third member shares a group with the first and blocks them. Their device hides that member's messages until the block ends. */
const hiddenPhotos: readonly Step[] = [
  step('found a group', 0, 1, 0, 0),
  step('send', 0, 1, 0, 0),
  step('invite to a group', 0, 1, 0, 0),
  step('send', 0, 1, 0, 0),
  step('join a group', 2, 1, 0, 0),
  step('send', 2, 1, 0, 0),
  ...photoInAGroup,
  step('barrier', 0, 0, 0, 0),
  step('block', 2, 0, 0, 0),
  step('barrier', 0, 0, 0, 0),
  ...photoInAGroup,
  step('barrier', 0, 0, 0, 0),
  step('unblock', 2, 0, 0, 0),
  step('barrier', 0, 0, 0, 0),
];

/** The same with workers; `workers` selects the collections of each. */
export const namedWorkerCases: Readonly<Record<string, History>> = {
  'a photo of a post that goes out of sight and returns, and is removed': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: 0,
    steps: photoThatGoes,
  },
  'photos in a group by somebody who is blocked for a while': {
    members: 3,
    devices: [2, 1, 2, 1, 1, 1, 1, 1],
    friends: [[0, 2]],
    workers: 1,
    steps: hiddenPhotos,
  },
  'a post that is written again before its answer is stored, and in the middle of storing it': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: 0,
    steps: [
      ...[0, 1, 2, 3].flatMap(() => [step('post', 0, 0, 0, 0, false, 'write before the answer'), step('send', 0, 0, 0, 0)]),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a post that is written again before its answer comes, as the power is cut': {
    members: 3,
    devices: one,
    friends: [],
    workers: 0,
    steps: [1, 2, 3].flatMap((commits) => [
      ...[0, 1].map(() => step('post', 0, 0, 0, 0, false, 'write before the answer')),
      step('cut the power', 0, 0, commits, 0),
      step('post', 0, 0, 0, 0, false, 'write before the answer'),
      step('barrier', 0, 0, 0, 0),
    ]),
  },
  'posts that are written offline, each before the power is cut': {
    members: 3,
    devices: one,
    friends: [],
    workers: 0,
    steps: [
      step('go offline', 0, 0, 0, 0),
      ...[0, 1, 2].flatMap(() => [step('post', 0, 0, 0, 0), step('cut the power', 0, 0, 0, 0)]),
      step('come back', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a clock that is set back, while the app is closed, between a post and its comment': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: 0,
    steps: [
      step('go offline', 0, 0, 0, 0),
      step('post', 0, 0, 0, 0),
      step('set the clock and start again', 0, 0, 8, 0),
      step('comment', 0, 0, 1, 0),
      step('react to a post', 0, 0, 1, 0),
      step('come back', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a block that ends with an account, after the device got its answer and before it pulled again': {
    members: 3,
    devices: one,
    friends: [],
    workers: 5,
    steps: [
      step('block', 0, 0, 0, 0),
      step('go offline', 0, 0, 0, 0),
      step('delete the account', 1, 0, 0, 0),
      step('lose the last checkpoint', 0, 0, 0, 0),
      step('come back', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a clock that is two days ahead, of a device with notifications': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: 0,
    steps: [
      step('post', 0, 0, 0, 0),
      step('comment', 1, 0, 0, 0),
      step('post', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
      step('set the clock and start again', 1, 0, 9, 0),
      step('barrier', 0, 0, 0, 0),
      step('set the clock', 1, 0, 11, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
};

export const namedCases: Readonly<Record<string, History>> = {
  'a photo of a post that goes out of sight and returns, and is removed': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: null,
    steps: photoThatGoes,
  },
  'a device away while a post went to more people and a reaction to it was taken back': {
    members: 3,
    devices: one,
    friends: [
      [0, 1],
      [0, 2],
    ],
    workers: null,
    steps: awayWhile('friends', 'friends of friends'),
  },
  'a device away while a post went to fewer people and a reaction to it was taken back': {
    members: 3,
    devices: one,
    friends: [
      [0, 1],
      [0, 2],
    ],
    workers: null,
    steps: awayWhile('friends of friends', 'friends'),
  },
  'a newcomer with a stream, who comes after a reaction and a friendship ended': {
    members: 3,
    devices: one,
    friends: [[0, 2]],
    workers: null,
    steps: [
      step('post', 0, 0, 0, 0),
      step('react to a post', 2, 0, 0, 0),
      step('take a reaction back', 2, 0, 0, 0),
      step('unfriend', 0, 0, 0, 0),
      step('pull', 1, 0, 0, 0),
      step('open a stream', 1, 0, 0, 0),
      step('invite by id', 1, 0, 0, 0),
      step('accept', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a link for one that is taken, tried again, accepted, and one that is revoked before': {
    members: 4,
    devices: one,
    friends: [[2, 3]],
    workers: null,
    steps: [
      step('make a link', 0, 0, 0, 0),
      step('take a link', 1, 0, 0, 0),
      step('take any link', 2, 0, 0, 0),
      step('take any link', 1, 0, 0, 0),
      step('pull', 0, 0, 0, 0),
      step('accept', 0, 0, 0, 1),
      step('post', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
      step('make a link', 2, 0, 1, 0),
      step('revoke any link', 1, 0, 1, 0),
      step('revoke a link', 2, 0, 0, 0),
      step('take any link', 0, 0, 1, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a link that says yes: two are friends at once and part, and it brings nobody back': {
    members: 4,
    devices: one,
    friends: [[2, 3]],
    workers: null,
    steps: [
      step('invite by id', 1, 0, 0, 0),
      step('make a link that says yes', 0, 0, 0, 0),
      step('take a link', 1, 0, 0, 0),
      step('take any link', 2, 0, 0, 0),
      step('take any link', 1, 0, 0, 0),
      step('post', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
      step('unfriend', 0, 0, 0, 0),
      step('take any link', 1, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
      step('make a link that says yes', 2, 0, 0, 0),
      step('take any link', 0, 0, 1, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a reader who was offline while an audience went away and came back': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: null,
    steps: [
      step('post', 0, 0, 0, 0),
      step('comment', 0, 0, 0, 0),
      step('pull', 1, 0, 0, 0),
      step('go offline', 1, 0, 0, 0),
      step('change an audience', 0, 0, 4, 0),
      step('comment', 0, 0, 0, 0),
      step('change an audience', 0, 0, 3, 0),
      step('pull in small pages', 1, 0, 0, 0),
      step('come back', 1, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a friendship that ends and begins again between two pages': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: null,
    steps: [
      ...[0, 1, 2, 3, 4, 5].map((nth) => step('post', 0, 0, 8 * nth, 0)),
      step('pull in small pages', 1, 0, 0, 0),
      step('unfriend', 1, 0, 0, 0),
      step('invite by id', 0, 0, 0, 0),
      step('pull in small pages', 1, 0, 0, 0),
      step('accept', 1, 0, 1, 0),
      step('lose the last checkpoint', 1, 0, 0, 0),
      step('pull in small pages', 1, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a group that is left and joined again while an answer is lost': {
    members: 3,
    devices: one,
    friends: [[0, 1]],
    workers: null,
    steps: [
      step('found a group', 0, 0, 0, 0),
      step('invite to a group', 0, 0, 2, 0),
      step('join a group', 1, 0, 2, 0),
      step('send a message', 0, 0, 2, 0),
      step('pull', 1, 0, 0, 0),
      step('leave a group', 1, 0, 2, 0, false, 'lose answer'),
      step('send a message', 0, 0, 2, 0),
      step('invite to a group', 0, 0, 2, 0),
      step('join a group', 1, 0, 2, 0, false, 'send twice'),
      step('reply', 1, 0, 2, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a reply to a message that was deleted by one who never held it': {
    members: 3,
    devices: [2, 2, 1],
    friends: [],
    workers: null,
    steps: [
      step('go offline', 1, 1, 949, 1021),
      step('found a group', 0, 0, 0, 0),
      step('send a message', 0, 0, 0, 0),
      step('delete any message', 1, 1, 0, 0),
      step('reply', 1, 1, 0, 0),
    ],
  },
  'a setting that is set again to what it was, while a stream opens': {
    members: 3,
    devices: one,
    friends: [],
    workers: null,
    steps: [step('set the theme', 0, 0, 632, 390), step('set the theme', 0, 0, 938, 317, true), step('open a stream', 0, 0, 0, 0)],
  },
  'a block that two devices end by REST, one of them before it learns of the other': {
    members: 3,
    devices: [2, 1, 1, 1, 1, 1, 1, 1],
    friends: [],
    workers: null,
    steps: [
      step('block', 0, 0, 0, 0, true),
      step('pull', 0, 1, 0, 0),
      step('unblock', 0, 0, 0, 0, true),
      step('open a stream', 0, 1, 0, 0),
      step('unblock', 0, 1, 1, 0, true),
      step('pull', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a block of somebody who had left, which ends by REST': {
    members: 3,
    devices: one,
    friends: [],
    workers: null,
    steps: [
      step('set the theme', 0, 0, 0, 0),
      step('barrier', 0, 0, 0, 0),
      step('go offline', 0, 0, 0, 0),
      step('block', 0, 0, 0, 0),
      step('delete the account', 1, 0, 0, 0),
      step('come back', 0, 0, 0, 0),
      step('unblock', 0, 0, 0, 0, true),
      step('barrier', 0, 0, 0, 0),
    ],
  },
  'a setting that cannot be, upon one that the device does not hold': {
    members: 6,
    devices: [1, 2, 1, 1, 2, 2, 1, 1],
    friends: [],
    workers: null,
    steps: [
      step('set the theme', 1, 1, 287, 384),
      step('begin anew', 7, 1, 833, 866),
      step('set what there is not', 7, 1, 711, 825, false, 'send twice'),
    ],
  },
};
