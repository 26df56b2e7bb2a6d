import { expect, test } from 'vitest';
import { OPENED_MAX_BYTES } from '../../../workers/device/photos/file/open-limits.ts';
import { readChosen } from './read-chosen.ts';

/** A file of a phone's picker: after its first read it is gone. */
class PassingFile extends File {
  reads = 0;

  private read<T>(content: () => T): T {
    this.reads += 1;
    if (this.reads > 1) throw new DOMException('The requested file could not be read', 'NotReadableError');
    return content();
  }
  override arrayBuffer() {
    return this.read(() => super.arrayBuffer());
  }
  override slice(...range: Parameters<File['slice']>) {
    return this.read(() => super.slice(...range));
  }
  override stream() {
    return this.read(() => super.stream());
  }
  override text() {
    return this.read(() => super.text());
  }
}

test('[R-59] a file whose second read fails is read once, whole, and in the event that brought it', async () => {
  const file = new PassingFile(['all of it'], 'photo.jpg');
  const reading = readChosen(file);
  // Begun before anything was awaited.
  expect(file.reads).toBe(1);
  const bytes = await reading;
  expect(new TextDecoder().decode(bytes as ArrayBuffer)).toBe('all of it');
  expect(file.reads).toBe(1);
});

test('a file that cannot be read is a refusal, and so is one that is too long, which is not read at all', async () => {
  const gone = new PassingFile(['x'], 'photo.jpg');
  await gone.arrayBuffer();
  expect(await readChosen(gone)).toBe('IMAGE_UNREAD');
  const long = new PassingFile(['x'], 'film.mp4');
  Object.defineProperty(long, 'size', { value: OPENED_MAX_BYTES + 1 });
  expect(await readChosen(long)).toBe('IMAGE_TOO_LARGE');
  expect(long.reads).toBe(0);
});
