/** The client in `examples/`: generated from the document of a running server, typed, and used as its README says. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { test } from '../support/fixtures/server.ts';
import { tokenOf } from '../support/member.ts';
import { plainPhoto } from '../support/photos.ts';
import { readZip } from '../support/read-zip.ts';

const example = fileURLToPath(new URL('../../examples/client', import.meta.url));
const typescript = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

// Installing the generator takes as long as the registry needs.
test('a client generated from the document signs up, makes a friend, follows a channel, resumes it, posts a photo and exports', {
  timeout: 300_000,
}, async ({ server }) => {
  const run = (program: string, ...args: readonly string[]) => promisify(execFile)(program, args, { cwd: example });
  await run('npm', 'ci');
  await run('npm', 'run', 'generate', `${server.url}/api/openapi.json`);
  await run(process.execPath, typescript, '-p', example);
  const path = '../../examples/client/story.ts';
  const { tellStory } = await import(path);
  const story = await tellStory({
    url: server.url,
    tokenFromMail: async (address: string) =>
      tokenOf(await server.mailTo(address, ({ subject }) => subject === 'Confirm your address'), 'verify'),
    photo: { file: new File([new Uint8Array(await plainPhoto('#ffcc66'))], 'bread.png', { type: 'image/png' }), width: 640, height: 640 },
  });
  expect(story).toMatchObject({
    friends: ['Ana'],
    heard: 'Fresh bread at four.',
    resumed: true,
    missed: 'There is one loaf left.',
    picture: 'image/webp',
    feed: ['Ana: ', 'Ana: There is one loaf left.', 'Ana: Fresh bread at four.'],
  });
  const posts = JSON.parse(readZip(Buffer.from(story.zip)).get('posts.json')?.toString() ?? '[]');
  expect(posts).toHaveLength(3);
});
