import { pause } from '../../../schemas/base/pause.ts';
import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { NewMember } from './oracle.ts';

/** Streams announce a change within milliseconds. What they missed arrives at the slow beat of the server. */
const QUIET_MS = 30_000;
const LOOK_EVERY_MS = 20;

/**
 * Resolves once the device has exactly what its member may see. With a stream it has some time for that. `hasAsked`: it has just pulled.
 * @throws Error with the rows that differ
 */
export async function agrees(ledger: Ledger, member: NewMember, device: Device, hasAsked: boolean): Promise<void> {
  const deadline = ledger.realm.Date.now() + QUIET_MS;
  let asked = hasAsked;
  for (;;) {
    await device.quiet();
    const differing: string[] = [];
    const shown: string[] = [];
    let rows = 0;
    for (const name of device.collections) {
      const held = await device.serverRows(name);
      rows += held.length;
      shown.push(`${member.name} holds ${name} ${JSON.stringify(held)}`);
      differing.push(...ledger.oracle.compare(member.id, name, held));
    }
    if (differing.length === 0) {
      ledger.coverage.rows += rows;
      shown.forEach(ledger.note);
      return;
    }
    if (!asked && !device.streaming) {
      // Its stream was cut while the test waited for it. From then on the device has to pull.
      asked = true;
      await device.pull(true);
      continue;
    }
    const waits = device.streaming && ledger.realm.Date.now() < deadline;
    if (!waits) {
      const how = device.kind === 'worker' ? 'with its worker' : device.streaming ? 'with a stream' : 'after a pull';
      throw new Error(`${member.name}'s device, ${how}:\n  ${differing.slice(0, 6).join('\n  ')}`);
    }
    await pause(LOOK_EVERY_MS, ledger.realm);
    ledger.check();
  }
}
