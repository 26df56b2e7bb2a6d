/**
 * `npm run simulate:shards`: places a million members on 16 and on 64 shards and counts what a post and a pull then need from other shards.
 * Prints the table of `docs/scale.md`. Words after `--` narrow it to graphs: `strangers`, `circles`, `town`. `KITH_MEMBERS` and `KITH_SEED`
 * choose other numbers. Takes one core, less than 90 seconds and less than 2 GB.
 */
import { countShards, createReach, type ShardCounts, type Spread } from './simulate-shards/counts.ts';
import { countFriendships, type FriendGraph } from './simulate-shards/friend-graph.ts';
import { friendCircles, strangers, town } from './simulate-shards/graph-makers.ts';
import { arrivalOrder, placeByAddress, placeByCommunity, placeByHash } from './simulate-shards/placements.ts';
import { integerBelow, type Random, seededRandom } from './simulate-shards/random.ts';

const members = Number(process.env.KITH_MEMBERS ?? 1_000_000);
const seed = Number(process.env.KITH_SEED ?? 1);
const SAMPLE = 20_000;
const SHARDS = [16, 64];
/** One of so many members comes without an invitation. */
const MEMBERS_PER_FOUNDER = 1_000;
const LATER_PASSES = 5;

const makers: Readonly<Record<string, (members: number, random: Random) => FriendGraph>> = { strangers, circles: friendCircles, town };
const asked = process.argv.slice(2);

const spread = ({ average, p99 }: Spread): string => `${average.toFixed(1)} / ${p99}`;

function row(graph: string, shards: number, placement: string, counts: ShardCounts): string {
  const cells = [
    graph,
    shards,
    placement,
    `${(counts.friendshipsWithin * 100).toFixed(1)} %`,
    spread(counts.friendsPostShards),
    spread(counts.networkPostShards),
    spread(counts.pullShards),
    spread(counts.pullScopes),
    spread(counts.postWrites),
    `${counts.largest.toFixed(2)} ×`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const head = [
  'graph',
  'shards',
  'placement',
  'friendships within',
  'shards of a post to friends',
  'shards of a post to the network',
  'other shards of a pull',
  'scopes there',
  'other shards that a post writes to',
  'largest shard',
];
console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);

const described: string[] = [];
const movedShares: string[] = [];
for (const [name, make] of Object.entries(makers)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const random = seededRandom(seed);
  const graph = make(members, random);
  const order = arrivalOrder(graph, Math.ceil(members / MEMBERS_PER_FOUNDER), random);
  const sample = Int32Array.from({ length: Math.min(SAMPLE, members) }, () => integerBelow(random, members));
  const reachOf = createReach(graph);
  const reach = sample.reduce((sum, member) => sum + reachOf(member).length, 0) / sample.length;
  described.push(`${name}: ${((countFriendships(graph) * 2) / members).toFixed(2)} friends, ${reach.toFixed(1)} people within reach`);
  for (const shards of SHARDS) {
    const print = (placement: string, placed: Uint8Array) =>
      console.log(row(name, shards, placement, countShards(graph, placed, shards, sample)));
    print('hash', placeByHash(members, shards));
    const onArrival = placeByCommunity(graph, order, shards, 1);
    print('community, on arrival', onArrival);
    const again = placeByCommunity(graph, order, shards, LATER_PASSES);
    print('community, placed again', again);
    if (name === 'town') print('address', placeByAddress(members, shards));
    const moved = again.reduce((sum, shard, member) => sum + (shard === onArrival[member] ? 0 : 1), 0);
    movedShares.push(`${((moved / members) * 100).toFixed(0)} % of ${name} on ${shards} shards`);
  }
}

const { userCPUTime, maxRSS } = process.resourceUsage();
console.log(`\n${members} members, seed ${seed}, a sample of ${Math.min(SAMPLE, members)}. On average, ${described.join('; ')}.`);
console.log(`Placing again moves ${movedShares.join(', ')}.`);
console.log(`${(userCPUTime / 1e6).toFixed(0)} s of processor time, ${(maxRSS / 1024).toFixed(0)} MB of memory.`);
