/**
 * How much memory a Node process uses, without garbage. The process runs as usual, except that it was started with a debugger port. Through
 * that port it is asked to collect its garbage; then the kernel reports its memory.
 */
import { once } from 'node:events';
import WebSocket from 'ws';
import { privateBytes } from './process-usage.ts';

/** Makes a Node process open that port, at an address that it prints. */
export const WITH_DEBUGGER = '--inspect=127.0.0.1:0';

/** When a collection frees less than this, the memory is steady. */
const STEADY_BYTES = 128 * 1024;
const MOST_COLLECTIONS = 20;
/** Freed memory is returned to the machine in the background, a moment after the collection. */
const GIVEN_BACK_MS = 400;

export interface MemoryProbe {
  /** Bytes that the process uses once its garbage is collected. */
  usedBytes(): Promise<number>;
  /** Bytes that it takes from the machine now, including garbage and unused heap. */
  allocatedBytes(): number;
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
    async usedBytes() {
      let least = Number.POSITIVE_INFINITY;
      for (let n = 0; n < MOST_COLLECTIONS; n += 1) {
        const now = await held();
        if (least - now < STEADY_BYTES) return Math.min(least, now);
        least = now;
      }
      return least;
    },
    allocatedBytes: () => privateBytes(pid),
    close: () => socket.terminate(),
  };
}
