/**
 * Compresses a backup with gzip. Photos do not get smaller, and gzip looks for repetitions in them all the same, for most of the time that a
 * backup takes. COPY writes them as hexadecimal digits, so where they come gzip only packs two digits into a byte. Each change of that
 * begins another gzip file behind the one before, as the standard allows: the strategy of one cannot be relied on to change.
 */
import { once } from 'node:events';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { constants, createGzip, type Gzip } from 'node:zlib';

export interface Compression {
  readonly input: Writable;
  readonly output: Readable;
  /** Says whether what is written from now on is worth no search. What was written before and waits may be treated in the same way. */
  comesDense(isDense: boolean): void;
}

export function createCompression(): Compression {
  const output = new PassThrough();
  let isDense = false;
  let current: { readonly isDense: boolean; readonly gzip: Gzip } | null = null;

  function begin(): { readonly isDense: boolean; readonly gzip: Gzip } {
    const gzip = createGzip({ level: 6, strategy: isDense ? constants.Z_HUFFMAN_ONLY : constants.Z_DEFAULT_STRATEGY });
    gzip.once('error', (error) => input.destroy(error));
    gzip.pipe(output, { end: false });
    return { isDense, gzip };
  }
  async function end(): Promise<void> {
    if (current === null) return;
    const ended = once(current.gzip, 'end');
    current.gzip.end();
    await ended;
    current = null;
  }

  const input = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const isOther = current !== null && current.isDense !== isDense;
      (isOther ? end() : Promise.resolve()).then(() => {
        current ??= begin();
        current.gzip.write(chunk, done);
      }, done);
    },
    final(done) {
      end().then(() => {
        output.end();
        done();
      }, done);
    },
    destroy(error, done) {
      current?.gzip.destroy();
      if (error) output.destroy(error);
      done(error);
    },
  });
  // The reader has ended before the end.
  output.once('close', () => input.destroy(output.errored ?? undefined));
  return {
    input,
    output,
    comesDense(next) {
      isDense = next;
    },
  };
}
