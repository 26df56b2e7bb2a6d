import type { LocalDatabase } from '../device/open-database.ts';

/** Changes a local document, and creates it if there is none. Pages may do the same at the same time. */
export async function modifyLocal<T extends object>(database: LocalDatabase, id: string, initial: T, change: (before: T) => T): Promise<T> {
  for (;;) {
    const held = await database.getLocal<T>(id);
    if (held) {
      const changed = await held.incrementalModify((before) => change(before as T) as never);
      return changed.toJSON().data as T;
    }
    try {
      const made = await database.insertLocal<T>(id, change(initial));
      return made.toJSON().data as T;
    } catch (error) {
      // A page created it in between.
      if ((error as { code?: string; status?: number }).code !== 'CONFLICT' && (error as { status?: number }).status !== 409) throw error;
    }
  }
}
