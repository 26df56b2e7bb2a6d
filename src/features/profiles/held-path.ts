import type { Network } from '../friends/network.ts';

/** The shortest way from a member to somebody within their network. Null where that does not reach so far. */
export function heldPath(own: string, person: string, network: Network): string[] | null {
  if (person === own) return [own];
  if (network.direct.includes(person)) return [own, person];
  const through = network.further.find(({ id }) => id === person)?.through[0];
  return through === undefined ? null : [own, through, person];
}
