/** What happens to a whole circle: its server ends, its database goes back to an earlier state, and one device sleeps through hours of it. */
import type { Device } from './device.ts';
import type { Step } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { Stage } from './stage.ts';

const MOST_NIGHTS = 3;
/** A night is longer by two hours than less than this. */
const LONGEST_NIGHT = 5;

export class CircleHappenings {
  readonly #stage: Stage;
  readonly #ledger: Ledger;
  #nights = 0;
  /** the moment at which the database was kept */
  #kept: number | null = null;

  constructor(stage: Stage, ledger: Ledger) {
    this.#stage = stage;
    this.#ledger = ledger;
  }

  /** Resolves to false where the step is about something else. `device` is that of the step, among all that there are. */
  async happen(step: Step, device: Device, all: readonly Device[]): Promise<boolean> {
    switch (step.does) {
      case 'kill the server':
      case 'close the server':
        await this.#stage.restart?.(step.does);
        this.#stage.coverage.count(`fault: ${step.does}`);
        return true;
      case 'keep the database or put it back':
        await this.#ledger.write(() => (this.#kept === null ? this.#keep(all) : this.#putBack(this.#kept, all)));
        return true;
      case 'sleep':
        await this.#sleep(device, step);
        return true;
      default:
        return false;
    }
  }

  /** Keeps the present state of the database, as a backup does. */
  async #keep(all: readonly Device[]): Promise<void> {
    await this.#stage.keepDatabase?.();
    this.#kept = this.#ledger.oracle.moment;
    for (const { network } of all) network.databaseKept();
  }

  /** Returns to the state that was kept at this moment. What was accepted since is lost, until its devices give it back. */
  async #putBack(moment: number, all: readonly Device[]): Promise<void> {
    await this.#stage.putDatabaseBack?.();
    this.#ledger.oracle.restored(moment);
    this.#kept = null;
    for (const { network } of all) network.databasePutBack();
    this.#stage.coverage.count('fault: a database put back');
  }

  /** A device sleeps for hours while everything else goes on. All nights of a history are less than a day, which limits count. */
  async #sleep(device: Device, { pick, other }: Step): Promise<void> {
    const { leap } = this.#stage;
    if (!leap || this.#nights === MOST_NIGHTS) return;
    this.#nights += 1;
    const { network } = device;
    network.cut();
    device.closeStream();
    network.sleeper.fallAsleep(other % 2 === 0);
    await leap(2 + (pick % LONGEST_NIGHT));
    network.sleeper.wake();
    network.up = true;
    this.#stage.coverage.count('fault: sleep');
  }
}
