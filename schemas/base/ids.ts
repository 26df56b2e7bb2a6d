import * as z from 'zod/mini';
import { isNewId, UUID } from './uuid.ts';

export const uuidSchema = z.string().check(z.regex(UUID));

/** An id that a client makes. */
export const newIdSchema = uuidSchema.check(z.refine(isNewId));

/** The id of one local write. */
export const writeIdSchema = uuidSchema;

/** An instant as the server prints it: UTC, milliseconds, `2026-01-31T08:00:00.000Z`. */
export const timestampSchema = z.iso.datetime({ precision: 3 });
