/** The realm of a process that can die: no timer of a dead one goes off. */
import { timersOver } from '../../support/realm-timers.ts';
import type { WorldRealm } from './world.ts';

export function mortal(realm: WorldRealm) {
  let isAlive = true;
  let onDeath = () => {};
  const died = new Promise<void>((resolve) => {
    onDeath = resolve;
  });
  const { timers, waiting, end } = timersOver(realm, (work) => work());
  return {
    realm: { ...realm, ...timers } as unknown as WorldRealm,
    isAlive: () => isAlive,
    died,
    /** How many timers would keep it alive or go on. */
    waiting,
    die(): void {
      isAlive = false;
      end();
      onDeath();
    },
  };
}
