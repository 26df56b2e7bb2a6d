/**
 * Writes the client: `npm run generate http://localhost:3000/api/openapi.json`.
 * The result belongs to the server that it was made from, so it is not kept here.
 */
import { fileURLToPath } from 'node:url';
import { generateApi } from 'swagger-typescript-api';

const generated = fileURLToPath(new URL('generated', import.meta.url));

/** From the document at this address. */
export async function generate(url: string): Promise<void> {
  await generateApi({
    url,
    output: generated,
    fileName: 'kith-api.ts',
    httpClientType: 'fetch',
    moduleNameFirstTag: true,
    silent: true,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , url] = process.argv;
  if (url === undefined) throw new Error('Say where the document is: http://localhost:3000/api/openapi.json');
  await generate(url);
}
