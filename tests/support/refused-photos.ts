/** Photos that the real server refuses, because it takes them for photos of another shape. */
import type { PixelSize } from '../../schemas/images/image.ts';
import type { StartedApp } from './start-app.ts';

/**
 * From now on the server takes photos that are announced with this size for twice as wide, so it refuses their bytes as `IMAGE_SIZE`. Call
 * the returned function to end that, also for those that were refused.
 */
export async function refusePhotosOf({ sql }: Pick<StartedApp, 'sql'>, { width, height }: PixelSize): Promise<() => Promise<void>> {
  await sql.unsafe(`
    create or replace function widen_photo() returns trigger language plpgsql as $$
    begin
      if new.width = ${width} and new.height = ${height} then new.width := ${2 * width}; end if;
      return new;
    end $$;
    create or replace trigger widen_photo before insert on images for each row execute function widen_photo();`);
  return async () => {
    await sql.unsafe(`
      drop trigger widen_photo on images;
      update images set width = ${width} where width = ${2 * width} and height = ${height}`);
  };
}
