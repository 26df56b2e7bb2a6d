import { pageClock } from '../../data/page-clock.ts';

/**
 * Where an export goes while it comes: straight into a file that the member chooses, where the browser can do that, else into a Blob that is
 * handed over as a download at the end. Half of one is never left.
 */
export interface ExportFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** It is whole. */
  finish(): Promise<void>;
  /** It is not to be kept. */
  drop(): Promise<void>;
}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const fileName = (): string => `kith-${new Date(pageClock.now()).toISOString().slice(0, 10)}.zip`;

function hand(blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName();
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function inMemory(): ExportFile {
  // What came is put into Blobs as it comes, which browsers keep on the disk; pieces in memory would all stay there.
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
      hand(whole);
    },
    async drop() {
      whole = new Blob([]);
      pieces = [];
    },
  };
}

/** To be called from a press: browsers ask where to only then. Null where the member chose no place. */
export async function openExportFile(): Promise<ExportFile | null> {
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (!pick) return inMemory();
  try {
    const handle = await pick({ suggestedName: fileName() });
    const file = await handle.createWritable();
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), drop: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    // Not allowed here, in a frame or by a policy: a download is.
    return inMemory();
  }
}
