/**
 * Examples of the messages of the sync protocol. `docs/document.test.ts` validates the examples of pull, push and frames with their
 * schemas. The other events of the stream are checked by their types only.
 */
import { post } from '../../schemas/posts/post.ts';
import type { Frame, PullRequest, PullResponse, PushRequest, PushResponse, StreamEvents } from '../../schemas/protocol/sync.ts';
import { exampleId, exampleTime } from './examples.ts';

const epoch = '0190a0b0-e000-7000-8000-000000000001';

const examplePost = { ...post.example, author_id: exampleId.ben, scope: 17, write_id: exampleId.write };

export const firstPullExample: PullRequest = { epoch: null, collections: { posts: { checkpoint: {}, limit: 100 } } };

export const pullExample: PullRequest = {
  epoch,
  collections: { posts: { checkpoint: { '4': 12, '17': [88, 31], '23': null }, limit: 100 } },
  check: { posts: [exampleId.post] },
};

export const pullAnswerExample: PullResponse = {
  epoch,
  heads: { '4': 12, '17': 90 },
  collections: {
    posts: {
      documents: [examplePost],
      removed: [['0190a0b0-1000-7000-8000-000000000009', 17]],
      recheck: [],
      checkpoint: { '4': 12, '17': 90, '23': null },
      more: false,
    },
    reactions: {
      documents: [],
      removed: [],
      recheck: [[`${exampleId.post}|`, 17]],
      checkpoint: { '17': 90 },
      more: false,
    },
  },
  check: { posts: [[exampleId.post, examplePost]] },
};

const comment = {
  id: exampleId.comment,
  post_id: exampleId.post,
  author_id: exampleId.ana,
  content: 'Save me a slice.',
  is_deleted: false,
  write_id: '0190a0b0-7f00-7000-8000-00000000bbbb',
};

export const pushExample: PushRequest = {
  changes: [
    { collection: 'comments', assumed: [], document: comment },
    {
      collection: 'posts',
      assumed: [exampleId.write],
      document: { id: exampleId.post, content: 'Mine now.', write_id: '0190a0b0-7f00-7000-8000-00000000cccc' },
    },
  ],
};

export const pushAnswerExample: PushResponse = {
  answers: [
    {
      id: exampleId.comment,
      code: null,
      document: {
        ...comment,
        author_name: 'Ana',
        author_profile_image_url: null,
        created_at: exampleTime,
        edited_at: null,
        scope: 17,
      },
    },
    { id: exampleId.post, code: 'NOT_ALLOWED', document: examplePost },
  ],
};

export const framesExample: readonly Frame[] = [
  { scope: 17, prev: 89, head: 90, collections: { posts: { documents: [examplePost], removed: [] } } },
];

export const streamExamples: { readonly [Name in keyof StreamEvents]: StreamEvents[Name] } = {
  open: { epoch },
  frames: framesExample,
  pull: {},
  heartbeat: { heads: { '4': 12, '17': 90 } },
  images: { ids: [exampleId.image] },
  reconnect: { afterMs: 4200 },
};
