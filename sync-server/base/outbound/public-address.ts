/** Which addresses belong to the public internet. A server that fetches URLs chosen by others must not be sent into its own network. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** From the registries of special addresses: this machine, private and shared networks, link-local, documentation, multicast, reserved. */
const closedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Closed ranges within 2000::/3: tunnels, which can carry any IPv4 address, and documentation. */
const closedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [network, bits] of closedIpv4) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of closedIpv6) closed.addSubnet(network, bits, 'ipv6');
const allocated = new BlockList();
allocated.addSubnet('2000::', 3, 'ipv6');

/** Also false for text that is not an address. An IPv4 address written as IPv6 does not count as public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return isIPv6(address) && !address.includes('%') && allocated.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
