import type { FloorRequest, FloorResult } from './floor-messages.ts';

declare global {
  interface Window {
    /** Writes these rows in a worker, and resolves to how long that took. */
    writeFloor(documents: FloorRequest): Promise<FloorResult>;
  }
}

window.writeFloor = (documents) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./floor-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FloorResult>) => {
      resolve(data);
      worker.terminate();
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(documents);
  });
