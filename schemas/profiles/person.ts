import * as z from 'zod/mini';
import { uuidSchema } from '../base/ids.ts';

/** Who somebody is to a reader: name and image, as the REST API shows them beside what they wrote. */
export const personSchema = z.object({ id: uuidSchema, name: z.string(), profile_image_url: z.nullable(z.string()) });
export type Person = z.infer<typeof personSchema>;
