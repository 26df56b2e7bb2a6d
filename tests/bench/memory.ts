/**
 * What a Node process keeps in memory, garbage aside. The process runs as ever; it was only started with a debugger's port, by
 * which it is asked to collect its garbage, and then the kernel is asked what it holds.
 */
import { once } from 'node:events';
import WebSocket from 'ws';
import { privateBytes } from './process-usage.ts';

/** Lets a Node process open that port, at a place that it prints. */
export const WITH_DEBUGGER = '--inspect=127.0.0.1:0';

/** Less than this between two collections, and nothing more is to be had. */
const STEADY_BYTES = 128 * 1024;
const MOST_COLLECTIONS = 20;
/** What a collection frees goes back to the machine beside the process's own work, a moment later. */
const GIVEN_BACK_MS = 400;

export interface MemoryProbe {
  /** Bytes that the process holds when its garbage is gone. */
  heldBytes(): Promise<number>;
  /** Bytes that it takes from the machine now, garbage and spare room included. */
  takenBytes(): number;
  close(): void;
}

/** `output` is what the process has printed so far. */
export async function openMemoryProbe(pid: number, output: string): Promise<MemoryProbe> {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(output) ?? [];
  if (!url) throw new Error('the process was not started with a debugger');
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  let calls = 0;

  async function call<Result>(method: string): Promise<Result> {
    calls += 1;
    const id = calls;
    const answered = new Promise<Result>((resolve) => {
      const onMessage = (bytes: WebSocket.RawData) => {
        const message = JSON.parse(String(bytes)) as { id?: number; result: Result };
        if (message.id !== id) return;
        socket.off('message', onMessage);
        resolve(message.result);
      };
      socket.on('message', onMessage);
    });
    socket.send(JSON.stringify({ id, method }));
    return answered;
  }

  async function held(): Promise<number> {
    await call('HeapProfiler.collectGarbage');
    await new Promise((resolve) => setTimeout(resolve, GIVEN_BACK_MS));
    const { usedSize, totalSize } = await call<{ usedSize: number; totalSize: number }>('Runtime.getHeapUsage');
    return privateBytes(pid) - (totalSize - usedSize);
  }

  return {
    async heldBytes() {
      let least = Number.POSITIVE_INFINITY;
      for (let n = 0; n < MOST_COLLECTIONS; n += 1) {
        const now = await held();
        if (least - now < STEADY_BYTES) return Math.min(least, now);
        least = now;
      }
      return least;
    },
    takenBytes: () => privateBytes(pid),
    close: () => socket.terminate(),
  };
}
