import type { History, Step } from './history.ts';
import { isTabFault } from './tabs.ts';
import { workerParts } from './worker-parts.ts';

const deviceNames = ['first', 'second'];

function toldStep(history: History, { does, by, device, pick, other, rest, fault }: Step): string {
  const member = by % history.members;
  const own = history.devices[member] ?? 1;
  const where = own > 1 ? `, on the ${deviceNames[device % own]} device` : '';
  const who = isTabFault(does) ? 'the device that may have two tabs' : `member ${member}${where}`;
  return `${who}: ${does} (${pick}, ${other})${rest ? ', by REST where the page could' : ''}${fault ? `; ${fault}` : ''}`;
}

/**
 * A history in words, a line for each step. Members are counted from 0, as their names do. The two numbers of a step choose its target
 * among what the device shows then.
 */
export function told(history: History): readonly string[] {
  const { members, friends, workers, steps } = history;
  const pairs = friends.map(([a, b]) => [a % members, b % members]).filter(([a, b]) => a !== b);
  const parts = workers === null ? [] : (workerParts[workers % workerParts.length] ?? []);
  return [
    `${members} members; friends: ${pairs.map((pair) => pair.join(' and ')).join(', ') || 'none'}`,
    ...parts.map(
      ({ collections, twoTabs }, member) =>
        `the first device of member ${member} has the worker${twoTabs ? ', in two tabs at most' : ''}, with ${collections.join(', ')}`,
    ),
    ...steps.map((step, nth) => `${nth + 1}. ${toldStep(history, step)}`),
  ];
}
