/** Shrinks a failing history: leaves out ever smaller pieces as long as it still fails. */
import type { History, Step } from './history.ts';

/** What went wrong first, without what differs from run to run: a shorter history that fails in another way has another cause. */
function kindOf(failure: unknown): string {
  const lines = String(failure).split('\n').slice(0, 2).join('\n');
  return lines.replaceAll(/[\da-f]{8}-[\da-f-]{27}|«[^»]*»|"[^"]*"|\d+/g, '…');
}

/**
 * `failureOf` plays a history and resolves to what went wrong, null if nothing did. Resolves to the smallest history that was found in the
 * time and that fails as this one did.
 */
export async function smallest(
  history: History,
  failure: unknown,
  failureOf: (history: History) => Promise<unknown>,
  withinMs: number,
): Promise<History> {
  const kind = kindOf(failure);
  const deadline = Date.now() + withinMs;
  let best = history;
  const better = async (candidate: History): Promise<boolean> => {
    if (Date.now() > deadline || kindOf(await failureOf(candidate)) !== kind) return false;
    best = candidate;
    return true;
  };
  for (let piece = Math.ceil(best.steps.length / 2); piece >= 1; piece = piece === 1 ? 0 : Math.ceil(piece / 2)) {
    for (let at = 0; at < best.steps.length; ) {
      const steps = [...best.steps.slice(0, at), ...best.steps.slice(at + piece)];
      if (!(await better({ ...best, steps }))) at += piece;
    }
  }
  for (let at = 0; at < best.friends.length; ) {
    if (!(await better({ ...best, friends: best.friends.filter((_, nth) => nth !== at) }))) at += 1;
  }
  for (const [at, step] of best.steps.entries()) {
    if (step.fault) await better({ ...best, steps: best.steps.with(at, { ...step, fault: null }) });
    if (step.rest) await better({ ...best, steps: best.steps.with(at, { ...step, rest: false }) });
  }
  return best;
}

/** The history in the notation of the named cases. */
export function written(history: History): string {
  const step = (one: Step) =>
    `step('${one.does}', ${one.by}, ${one.device}, ${one.pick}, ${one.other}${one.rest || one.fault ? `, ${one.rest}` : ''}${one.fault ? `, '${one.fault}'` : ''})`;
  const { members, devices, friends, workers } = history;
  return `{ members: ${members}, devices: ${JSON.stringify(devices)}, friends: ${JSON.stringify(friends)}, workers: ${workers}, steps: [\n  ${history.steps.map(step).join(',\n  ')},\n] }`;
}
