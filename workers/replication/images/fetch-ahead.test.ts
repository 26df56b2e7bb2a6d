import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { smallImageKey } from '../../../schemas/images/image.ts';
import { imagesAhead } from './fetch-ahead.ts';
import type { NamingRow } from './named-images.ts';

const times = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.001Z'];

/** Rows with one face, or with some photos. */
const rows: fc.Arbitrary<NamingRow[]> = fc
  .array(fc.record({ createdAt: fc.constantFrom(...times), isProfile: fc.boolean(), count: fc.integer({ min: 1, max: 3 }) }))
  .map((all) =>
    all.map(({ createdAt, isProfile, count }, row) => {
      const ids = Array.from({ length: isProfile ? 1 : count }, (_, nth) => `image-${row}-${nth}`);
      const [rowId, author] = [`row-${row}`, 'somebody'];
      const named = { collection: isProfile ? ('profiles' as const) : ('posts' as const), field: 'any', rowId };
      return { rowId, author, createdAt, references: ids.map((id) => ({ ...named, key: isProfile ? id : smallImageKey(id) })) };
    }),
  );

test('ahead are all faces, before the photos of so many rows than which none is newer, with all photos of a row', () => {
  fc.assert(
    fc.property(rows, fc.nat(8), (all, most) => {
      const ahead = imagesAhead(all, most);
      expect(new Set(ahead).size).toBe(ahead.length);
      const place = (row: NamingRow) => row.references.map(({ key }) => ahead.indexOf(key));
      const isProfile = ({ references }: NamingRow) => references[0]?.collection === 'profiles';
      const faces = all.filter(isProfile);
      expect(faces.flatMap(place).sort((a, b) => a - b)).toEqual(faces.map((_, nth) => nth));
      const withPhotos = all.filter((row) => !isProfile(row));
      const [taken, left] = [withPhotos.filter((row) => !place(row).includes(-1)), withPhotos.filter((row) => place(row).includes(-1))];
      expect(taken).toHaveLength(Math.min(most, withPhotos.length));
      expect(left.flatMap(place).every((at) => at === -1)).toBe(true);
      for (const row of taken) {
        expect(left.some(({ createdAt }) => createdAt > row.createdAt)).toBe(false);
        for (const other of taken)
          if (other.createdAt > row.createdAt) expect(Math.max(...place(other))).toBeLessThan(Math.min(...place(row)));
      }
    }),
  );
});

test('after images were cleared, ahead are the photos of newer rows, and the faces that were chosen since, also for an older row', () => {
  const cleared = Date.parse('2026-01-02T00:00:00.000Z');
  const [oldFace, newFace] = [uuid({ msecs: cleared - 1 }), uuid({ msecs: cleared + 1 })];
  const row = (collection: 'posts' | 'profiles', createdAt: string, key: string): NamingRow => ({
    ...{ rowId: key, author: 'somebody', createdAt },
    references: [{ collection, field: 'any', rowId: key, key }],
  });
  const [before = '', _, after = ''] = times;
  const rows = [
    row('profiles', before, oldFace),
    row('profiles', before, newFace),
    row('posts', before, smallImageKey(newFace)),
    row('posts', after, smallImageKey(oldFace)),
  ];
  expect(imagesAhead(rows, 10, cleared)).toEqual([newFace, smallImageKey(oldFace)]);
  expect(imagesAhead(rows, 10)).toHaveLength(4);
});
