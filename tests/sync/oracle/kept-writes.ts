/** What becomes of the writes of a device: each is answered by the server, and each refusal is shown to the member. */
import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { NewMember } from './oracle.ts';

/** Each refused write is shown once, with its code, on the device where it was written. */
export async function refusalsAreShown(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const shown = await device.refusals();
  if (shown === null) return;
  const expected = JSON.stringify([...device.network.refused].sort());
  const found = JSON.stringify([...shown].sort());
  if (found !== expected) ledger.complain(`${member.name}'s device shows the refusals ${found}, not ${expected}`);
  ledger.coverage.count('refusals shown on a device', shown.length);
}

/** All tabs of a device show the same. */
export async function tabsAgree(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const differing = (await device.differingTabs?.()) ?? [];
  if (differing.length > 0) ledger.complain(`the tabs of ${member.name}'s device show other rows of ${differing.join(', ')}`);
}

/** Once nothing is pending, the server has answered the latest write to every row. */
export async function noWriteIsLost(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const lost = await device.lostWrites();
  if (lost.length > 0) ledger.complain(`${member.name}'s device lost writes that the server never answered: ${lost.join(', ')}`);
}
