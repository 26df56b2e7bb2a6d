/** Which faults a kind of histories can draw. What must strike follows from this, so no fault can be forgotten. */
import type { Kind } from './history.ts';
import { type Disaster, disasters, foreignAnswers, meetsTheStore, type RequestFault, requestFaults, serverFaults } from './network.ts';

export const hasWorkers = (kind: Kind): boolean => kind === 'workers' || kind === 'simulated';

/** The faults of steps, in lists with a weight each. A step without a fault weighs 16. */
export const faultsOfSteps = (
  kind: Kind,
): readonly { readonly weight: number; readonly faults: readonly (RequestFault | Disaster)[] }[] => [
  { weight: 2, faults: requestFaults },
  ...(kind === 'disasters' ? [{ weight: 10, faults: disasters }] : []),
  ...(kind === 'simulated' ? [{ weight: 4, faults: serverFaults }] : []),
  ...(kind === 'simulated' ? [{ weight: 3, faults: foreignAnswers }] : []),
  // Only a real worker can meet it, in a moment that is very short otherwise.
  ...(kind === 'workers' ? [{ weight: 6, faults: ['write before the answer'] as const }] : []),
  // Ten histories must meet each of these.
  ...(kind === 'simulated' ? [{ weight: 8, faults: ['write before the answer', 'send twice', 'answer not stored'] as const }] : []),
];

const none: readonly string[] = [];
/** The faults that happenings bring. Each happening is named here. */
const faultsOfHappenings: Readonly<Record<string, readonly string[]>> = {
  'go offline': ['offline'],
  'come back': none,
  send: none,
  pull: none,
  'pull in small pages': none,
  'open a stream': none,
  'close the stream': none,
  'cut the stream': ['stream cut'],
  'cut the stream in mid-frame': ['stream cut in mid-frame'],
  'lose the last checkpoint': ['stale checkpoint', 'restart'],
  'cut the power': ['power cut', 'power cut with a loss'],
  'fill the disk': ['a full disk', 'a write that a full disk refuses'],
  'open a second tab': none,
  'close the tab that leads': ['close the tab that leads'],
  'kill the tab that leads': ['kill the tab that leads'],
  'hang the tab that leads': ['hang the tab that leads'],
  'set the clock': ['set the clock'],
  'set the clock and start again': ['set the clock and start again'],
  'write across clocks': ['write across clocks'],
  'keep a copy': none,
  'go back to the copy': ['a device put back to an old copy'],
  'begin anew': ['a device lost'],
  'kill the server': ['kill the server'],
  'close the server': ['close the server'],
  'keep the database or put it back': ['a database put back'],
  sleep: ['sleep'],
  'read by REST': none,
  'look at a photo': none,
  'somebody joins': none,
  'delete the account': none,
  'everybody writes at once': none,
  barrier: none,
};

/**
 * The faults that can strike in histories of this kind with these happenings. Those of phones are not among them.
 *
 * @throws Error where a happening is missing above
 */
export function faultsOf(kind: Kind, happenings: readonly string[]): readonly string[] {
  const brought = happenings.flatMap((name) => {
    const faults = faultsOfHappenings[name];
    if (!faults) throw new Error(`faultsOfHappenings must name the faults of "${name}"`);
    return faults;
  });
  const all = [
    'a clock two days off',
    ...(kind === 'simulated' ? ['a piece that is late', 'a tab killed in its write'] : []),
    ...faultsOfSteps(kind).flatMap(({ faults }) => faults),
    ...brought,
  ];
  return [...new Set(all)].filter((fault) => hasWorkers(kind) || !(meetsTheStore.has(fault) || fault === 'restart'));
}
