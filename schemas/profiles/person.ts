import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';

/** A person as a reader sees them: name and image, as the REST API shows them next to what they wrote. */
export const personSchema = z.object({ id: uuidSchema, name: z.string(), profile_image_url: z.nullable(z.string()) });
export type Person = z.infer<typeof personSchema>;
