import type { Network } from '../friends/network.ts';

/** The shortest path from a member to a person within their network; null if the network does not contain that person. */
export function localPath(own: string, person: string, network: Network): string[] | null {
  if (person === own) return [own];
  if (network.direct.includes(person)) return [own, person];
  const through = network.further.find(({ id }) => id === person)?.through[0];
  return through === undefined ? null : [own, through, person];
}
