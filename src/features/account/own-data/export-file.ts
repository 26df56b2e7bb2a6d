import { pageClock } from '../../../data/store/page-clock.ts';
import { download } from '../../../ui/behaviour/download.ts';

/**
 * The destination of an export while it downloads. If the browser supports it, this is a file that the member chooses. Otherwise it is a
 * Blob that becomes a download at the end. A partial export is never left behind.
 */
export interface ExportFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The export is complete. */
  finish(): Promise<void>;
  /** The export must not be kept. */
  abort(): Promise<void>;
}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const fileName = (): string => `kith-${new Date(pageClock.now()).toISOString().slice(0, 10)}.zip`;

function inMemory(): ExportFile {
  // Received bytes go into Blobs as they arrive. Browsers keep Blobs on disk, while an array of pieces would stay in memory.
  let whole = new Blob([], { type: 'application/zip' });
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const gather = () => {
    whole = new Blob([whole, ...pieces], { type: 'application/zip' });
    pieces = [];
    size = 0;
  };
  return {
    async write(bytes) {
      pieces.push(bytes);
      size += bytes.byteLength;
      if (size > 4_000_000) gather();
    },
    async finish() {
      gather();
      download(fileName(), whole);
    },
    async abort() {
      whole = new Blob([]);
      pieces = [];
    },
  };
}

/** Call it from a click handler: browsers show the file picker only then. Returns null if the member chose no file. */
export async function openExportFile(): Promise<ExportFile | null> {
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (!pick) return inMemory();
  try {
    const handle = await pick({ suggestedName: fileName() });
    const file = await handle.createWritable();
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), abort: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    // The file picker is not allowed here, for example in a frame or by a policy. A download is still allowed.
    return inMemory();
  }
}
