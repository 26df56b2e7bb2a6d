/**
 * What an image counts as against the storage of its member. The row of a photo reserves more than almost any photo takes, so what was
 * accepted with the row is not refused when its bytes come. After a day without them the reservation ends.
 */
import type { ISql, PendingQuery, Row } from 'postgres';
import type { PixelSize } from '../../../schemas/images/image.ts';
import { LARGE_SIDE } from '../../../schemas/images/photo-limits.ts';

const RESERVED = 1_500_000;
const RESERVED_FULL = 6_000_000;
const RESERVED_HOURS = 24;

/** How many bytes the rows of these photos reserve. */
export const reservedBytes = (photos: readonly PixelSize[]): number =>
  photos.reduce((sum, { width, height }) => sum + (Math.max(width, height) > LARGE_SIDE ? RESERVED_FULL : RESERVED), 0);

/** The same in SQL, for an image `i` that has not arrived: 0 for an image of a profile, and once the reservation has ended. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own name for no further types
export const reservedNow = (sql: ISql<{}>): PendingQuery<Row[]> => sql`
  case
    when i.width is null or i.created_at < now() - make_interval(hours => ${RESERVED_HOURS}) then 0
    when greatest(i.width, i.height) > ${LARGE_SIDE} then ${RESERVED_FULL}::int
    else ${RESERVED}::int
  end`;
