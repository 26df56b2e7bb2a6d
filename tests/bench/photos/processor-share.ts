/**
 * A share of the machine's processors for some processes, by a control group of the kernel, of its first or second version. A browser can
 * slow down the main thread of a page, but not its workers or its own processes, and photos are decoded in those.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { withStarted } from '../process-usage.ts';

/** The kernel hands the share out in periods of this length. With its usual tenth of a second, a page would run and stop visibly. */
const PERIOD_US = 20_000;
const NAME = 'kith-bench-';

/** The files of both versions: which one bounds the time, and what is written there. */
const versions = [
  {
    parents: ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'],
    limitFile: 'cpu.cfs_quota_us',
    limit: (folder: string, us: number | null) => {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(us ?? -1));
    },
  },
  {
    parents: ['/sys/fs/cgroup'],
    limitFile: 'cpu.max',
    limit: (folder: string, us: number | null) => writeFileSync(join(folder, 'cpu.max'), `${us ?? 'max'} ${PERIOD_US}`),
  },
] as const;

export interface ProcessorShare {
  /** Puts a process and all that it has started into the group. What these start later is in it as well. */
  take(pid: number): void;
  /** Bounds the processor time of the group to its share, or no longer. */
  bound(isBound: boolean): void;
  /** how often the kernel has stopped the group because its share was used up */
  timesStopped(): number;
  /** Puts the processes back, and removes the group. */
  close(): void;
}

const processesIn = (folder: string): string[] => readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);

function move(pid: number | string, folder: string): void {
  try {
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    // It has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Removes the groups of runs that were killed. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(NAME) || existsSync(`/proc/${name.slice(NAME.length)}`)) continue;
    try {
      rmdirSync(join(parent, name));
    } catch {
      // Its browser still ends, or this process has no right to.
    }
  }
}

/** A group with this share of all processors. Null where the kernel has none, or gives this process no right to one. */
export function openProcessorShare(share: number): ProcessorShare | null {
  for (const { parents, limitFile, limit } of versions) {
    const parent = parents.find((folder) => existsSync(join(folder, 'cgroup.procs')));
    if (!parent) continue;
    removeLeft(parent);
    const folder = join(parent, `${NAME}${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (!existsSync(join(folder, limitFile))) {
      rmdirSync(folder);
      continue;
    }
    const close = () => {
      for (const pid of processesIn(folder)) move(pid, parent);
      rmdirSync(folder);
    };
    return {
      take(pid) {
        // What is started between a look and a move is found by the next look.
        for (let before = -1, count = 0; before !== count; ) {
          before = count;
          const all = withStarted(pid);
          for (const one of all) move(one, folder);
          count = all.length;
        }
      },
      bound: (isBound) => limit(folder, isBound ? Math.round(PERIOD_US * cpus().length * share) : null),
      timesStopped: () => Number(/^nr_throttled (\d+)/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]),
      close,
    };
  }
  return null;
}
