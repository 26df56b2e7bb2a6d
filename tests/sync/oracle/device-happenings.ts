/** What happens to a device and to its network, whatever else its circle does. */
import type { Coverage } from './coverage.ts';
import { type Device, FULL_FOR_MS, HANGS_FOR_MS, MOST_COMMITS, wrongClock } from './device.ts';
import type { Step } from './history.ts';
import type { Player } from './stage.ts';
import { isTabFault } from './tabs.ts';

const SMALL_PAGE = 3;

/** The device of a step, as its member and its place among their devices: the named device, or for tabs the one that may have two. */
export function deviceOf({ does, by, device }: Step, players: readonly Player[]): readonly [Player, number] {
  if (isTabFault(does)) {
    for (const player of players) {
      const at = player.devices.findIndex(({ befallTab }) => befallTab);
      if (at >= 0) return [player, at];
    }
  }
  const player = players[by % players.length] as Player;
  return [player, device % player.devices.length];
}

/** Resolves to false where the step is about something else. */
export async function happenToDevice(device: Device, { does, pick, other }: Step, coverage: Coverage): Promise<boolean> {
  const { network } = device;
  if (isTabFault(does)) {
    await device.befallTab?.(does, 1 + Math.floor((pick / 1024) * HANGS_FOR_MS));
    return true;
  }
  switch (does) {
    case 'go offline':
      coverage.count('fault: offline');
      network.cut();
      device.closeStream();
      return true;
    case 'come back':
      device.comeBack();
      if (await device.send(false)) await device.pull(false);
      return true;
    case 'send':
      await device.send(false);
      return true;
    case 'pull':
      await device.pull(false);
      return true;
    case 'pull in small pages':
      await device.pull(false, SMALL_PAGE, 1 + (pick % 3));
      return true;
    case 'open a stream':
      if (network.up) device.openStream();
      return true;
    case 'close the stream':
      device.closeStream();
      return true;
    case 'cut the stream':
      if (network.openStreams > 0) coverage.count('fault: stream cut');
      network.cutStreams();
      return true;
    case 'cut the stream in mid-frame':
      device.closeStream();
      network.cutStreamAfter = 90 + pick;
      if (network.up) device.openStream();
      return true;
    case 'lose the last checkpoint':
      if (await device.crash()) coverage.count(device.kind === 'worker' ? 'fault: restart' : 'fault: stale checkpoint');
      return true;
    case 'cut the power':
      await device.cutPower?.(pick % MOST_COMMITS);
      return true;
    case 'fill the disk':
      device.fillDisk?.(other % 2 === 0 ? 'at once' : 'at the end', 1 + Math.floor((pick / 1024) ** 2 * FULL_FOR_MS));
      return true;
    case 'set the clock':
    case 'set the clock and start again':
      device.setClock(wrongClock(pick));
      if (does !== 'set the clock') await device.crash();
      coverage.count(`fault: ${does}`);
      return true;
    default:
      return false;
  }
}
