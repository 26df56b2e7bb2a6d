/** What members do with the photos of posts and messages, as the pages offer it. */
import type { PhotoFact } from './facts.ts';
import type { Row } from './replica.ts';
import { chosenFrom, type Deed, type Plan, type Scene, write } from './scene.ts';

/** Smaller than the small variant of the server, so that each picture is encoded once. */
export const pictureSizes = { wide: { width: 8, height: 6 }, high: { width: 6, height: 8 } } as const;
export type PictureShape = keyof typeof pictureSizes;

export const shapeOf = ({ width, height }: PhotoFact): PictureShape => (width > height ? 'wide' : 'high');

const newPhoto = (scene: Scene, nth = 0): PhotoFact => ({
  id: scene.newId(),
  ...pictureSizes[(scene.other + nth) % 2 === 0 ? 'wide' : 'high'],
  thumbhash: nth === 0 ? '' : '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
  alt: nth === 0 ? scene.text() : '',
});

/** What a new row says: a text, or up to two photos with a text or without. */
export function said(scene: Scene): { readonly content: string; readonly photos: readonly PhotoFact[] } {
  const photos = Array.from({ length: [0, 1, 0, 2][(scene.pick + scene.other) % 4] ?? 0 }, (_, nth) => newPhoto(scene, nth));
  return { content: photos.length > 0 && scene.other % 5 === 0 ? '' : scene.text(), photos };
}

export const photosOf = (row: Row): readonly PhotoFact[] => row.photos as readonly PhotoFact[];

/** Other photos than before: one less, one more, another order, another description. */
function otherPhotos(scene: Scene, before: readonly PhotoFact[]): readonly PhotoFact[] {
  const [first, ...rest] = before;
  if (!first) return [newPhoto(scene)];
  switch (scene.other % 4) {
    case 0:
      return rest;
    case 1:
      return [...rest, { ...first, alt: scene.text() }];
    case 2:
      return [newPhoto(scene), ...rest];
    default:
      return [...rest, first].slice(0, 5).concat(newPhoto(scene));
  }
}

const own = (scene: Scene, collection: 'posts' | 'group_messages', by: string) =>
  scene.rows(collection).filter((row) => row[by] === scene.me.id && row.is_deleted !== true);

/** An own row with other photos. It gets a text, because it may have lost its only photo. */
function withOtherPhotos(scene: Scene): Plan | null {
  const post = chosenFrom(own(scene, 'posts', 'author_id'), scene.pick);
  const message = chosenFrom(own(scene, 'group_messages', 'sender_id'), scene.pick);
  if (post && (!message || scene.pick % 3 > 0)) {
    const said = { content: scene.text(), photos: otherPhotos(scene, photosOf(post)) };
    const { visibility_type, specific_user_ids } = post;
    return {
      write: write('posts', post.id, said),
      request: { method: 'PUT', path: `/posts/${post.id}`, body: { ...said, visibility_type, specific_user_ids } },
    };
  }
  if (!message) return null;
  const said = { content: scene.text(), photos: otherPhotos(scene, photosOf(message)) };
  return {
    write: write('group_messages', message.id, said),
    request: { method: 'PATCH', path: `/messages/${message.id}`, body: said },
  };
}

export const sentBytes = ({ id }: { readonly id: string }, picture: PictureShape): Plan => ({
  request: { method: 'PUT', path: `/images/${id}`, picture },
});

export const photoActs: Readonly<Record<string, Deed>> = {
  'change the photos': withOtherPhotos,
  'send the bytes of a photo': (scene) => {
    const photos = [...own(scene, 'posts', 'author_id'), ...own(scene, 'group_messages', 'sender_id')].flatMap(photosOf);
    const photo = chosenFrom(
      photos.filter(({ id }) => !scene.facts.stored.has(id)),
      scene.pick,
    );
    return photo ? sentBytes(photo, shapeOf(photo)) : null;
  },
};
