import { post } from '../../schemas/posts/post.ts';
import { profile } from '../../schemas/profiles/profile.ts';

/** The cast of the document's examples: Ana, her friend Ben, his friend Cleo, and a group. */
export const exampleId = {
  ana: '0190a0b0-0000-7000-8000-0000000000a1',
  ben: '0190a0b0-0000-7000-8000-0000000000b2',
  cleo: '0190a0b0-0000-7000-8000-0000000000c3',
  post: '0190a0b0-1000-7000-8000-000000000001',
  comment: '0190a0b0-2000-7000-8000-000000000001',
  group: '0190a0b0-3000-7000-8000-000000000001',
  message: '0190a0b0-4000-7000-8000-000000000001',
  invitation: '0190a0b0-5000-7000-8000-000000000001',
  notification: '0190a0b0-6000-7000-8000-000000000001',
  image: '0190a0b0-8000-7000-8000-000000000001',
  session: '0190a0b0-9000-7000-8000-000000000001',
  passkey: '0190a0b0-a000-7000-8000-000000000001',
  write: '0190a0b0-7f00-7000-8000-00000000aaaa',
} as const;

export const exampleTime = '2026-11-24T08:00:00.000Z';

const { id, name, profile_image_url } = profile.example;
export const anaAsPerson = { id, name, profile_image_url };
export const benAsPerson = { id: exampleId.ben, name: 'Ben', profile_image_url: null };

export const exampleReactions = [
  {
    emoji_code: '👍',
    count: 1,
    user_reacted: false,
    users: [{ user_id: exampleId.ben, display_name: 'Ben', profile_image_url: null }],
  },
];

export const examplePost = {
  ...post.example,
  author_name: 'Ana',
  author: anaAsPerson,
  comment_count: 1,
  reactions: exampleReactions,
};
