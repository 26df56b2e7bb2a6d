/**
 * One ZIP of everything that is a member's, written while it is read: from one snapshot, in batches of rows, and no faster than the client
 * receives it. So it takes the same memory for fifty rows and for fifty thousand, and for one photo and for a thousand.
 */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ZipStream from 'zip-stream';
import type { Database, Tx } from '../../../db/pool/transaction.ts';
import { indexPage, pageFoot, pageHead, pageName, ROWS_A_PAGE, readme, rowHtml } from './export-html.ts';
import { type ExportPart, type ExportRow, exportImages, exportParts, PATIENCE_SECONDS } from './export-parts.ts';
import type { ExportFile } from './export-photos.ts';

/** Rows are joined to pieces of about this size, because each piece passes through several streams. */
const PIECE = 32 * 1024;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

async function* jsonOf(rows: AsyncIterable<ExportRow>, onRow: () => void): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
    onRow();
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** One page of rows. The next page continues with the same `rows`. */
async function* pageOf(part: ExportPart, nth: number, rows: AsyncIterator<ExportRow>, rowsLeft: number): AsyncGenerator<string> {
  yield pageHead(part, nth);
  for (let count = Math.min(ROWS_A_PAGE, rowsLeft); count > 0; count -= 1) {
    const { value, done } = await rows.next();
    if (done) break;
    yield rowHtml(value);
  }
  yield pageFoot(part, rowsLeft > ROWS_A_PAGE ? nth + 1 : null, rowsLeft === 0);
}

/** `at` is the time of the file, as an ISO time; now by default. */
type AddFile = (name: string, content: Buffer | AsyncIterable<Buffer>, at?: string) => Promise<void>;

async function addPart(tx: Tx, userId: string, part: ExportPart, add: AddFile): Promise<number> {
  let count = 0;
  await add(
    `${part.name}.json`,
    inPieces(
      jsonOf(part.read(tx, userId), () => {
        count += 1;
      }),
    ),
  );
  const rows = part.read(tx, userId);
  for (let nth = 1, remaining = count; nth === 1 || remaining > 0; nth += 1, remaining -= ROWS_A_PAGE) {
    await add(pageName(part, nth), inPieces(pageOf(part, nth, rows, remaining)));
  }
  // Ends the generator, which may be waiting after its last row.
  await rows.return(undefined);
  return count;
}

async function addAll(tx: Tx, userId: string, at: Date, add: AddFile): Promise<void> {
  const made = at.toISOString();
  await add('README.txt', Buffer.from(readme(exportParts, made)));
  const counts = new Map<string, number>();
  for (const part of exportParts) counts.set(part.name, await addPart(tx, userId, part, add));
  const addFile = ({ name, bytes, at }: ExportFile) => add(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), at);
  for (const part of exportParts) for await (const file of part.files?.(tx, userId) ?? []) await addFile(file);
  const images: string[] = [];
  for await (const image of exportImages(tx, userId)) {
    await addFile(image);
    images.push(image.name);
  }
  // Last, because it shows how many rows and photos there are.
  await add('index.html', Buffer.from(indexPage(exportParts, counts, images, made)));
}

/**
 * The bytes of the ZIP. If the reader stops, all of it ends, including the snapshot. If something fails, the stream fails, so that nobody
 * takes half of the archive for all of it. `onEnd` is called once, however it ends.
 */
export function writeExport(database: Database, userId: string, made: Date, onEnd: (error?: unknown) => void): Readable {
  const zip = new ZipStream({ zlib: { level: 6 } });
  const out = new PassThrough({ highWaterMark: 64 * 1024 });
  const readerClosed = new Promise<never>((_, reject) => {
    out.once('close', () => reject(out.errored ?? new Error('nobody reads the export any more')));
  });
  readerClosed.catch(() => undefined);

  const add: AddFile = async (name, content, at) => {
    const source = Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false, highWaterMark: PIECE });
    const added = new Promise<void>((resolve, reject) => {
      if (source instanceof Readable) source.once('error', reject);
      zip.entry(source, { name, store: name.endsWith('.webp'), ...(at && { date: at }) }, (error) => (error ? reject(error) : resolve()));
    });
    try {
      await Promise.race([added, readerClosed]);
    } finally {
      if (source instanceof Readable) source.destroy();
    }
  };

  const piped = pipeline(zip, out);
  piped.catch(() => undefined);
  const read = database.read(async (tx) => {
    // A slow connection may pause between two batches, but no longer than this.
    await tx.unsafe(`set local idle_in_transaction_session_timeout = '${PATIENCE_SECONDS}s'`);
    await addAll(tx, userId, made, add);
  });
  read
    .then(async () => {
      zip.finalize();
      await piped;
    })
    .then(
      () => onEnd(),
      (error: unknown) => {
        out.destroy(error instanceof Error ? error : new Error(String(error)));
        onEnd(error);
      },
    );
  return out;
}
