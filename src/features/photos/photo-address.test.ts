import { describe, expect, test } from 'vitest';
import { pageOfPhoto, photoIn, searchWithoutPhoto, searchWithPhoto } from './photo-address.ts';

const ofPost = { collection: 'posts', rowId: 'post-1', photoId: 'photo-1' } as const;
const ofMessage = { collection: 'group_messages', rowId: 'message-1', photoId: 'photo-1' } as const;

describe('the address of a photo', () => {
  test.each([ofPost, ofMessage])('opens it again, and leaves the page as it was: $collection', (photo) => {
    const search = searchWithPhoto('?source=pwa', photo);
    expect(photoIn(search)).toEqual(photo);
    expect(searchWithoutPhoto(search)).toBe('?source=pwa');
    expect(searchWithoutPhoto(searchWithPhoto('', photo))).toBe('');
  });

  test('names one photo: another takes its place', () => {
    expect(searchWithPhoto(searchWithPhoto('', ofPost), { ...ofPost, photoId: 'photo-2' })).toBe('?photo=photo-2&post=post-1');
  });

  test.each(['', '?photo=photo-1', '?post=post-1', '?photo=&post=post-1', '?message=message-1'])('"%s" opens none', (search) => {
    expect(photoIn(search)).toBeNull();
    expect(searchWithoutPhoto(search)).toBe(search);
  });

  test('opened elsewhere leads to the page of the post, or to the chat', () => {
    expect(pageOfPhoto(ofPost, '/posts')).toBe('/posts/post-1');
    for (const page of ['/groups/group-1', '/groups/group-1/photos']) expect(pageOfPhoto(ofMessage, page)).toBe('/groups/group-1');
  });
});
