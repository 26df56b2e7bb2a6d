/** Which devices of a history have the real worker, and with which collections: RxDB's free storage opens a dozen in one process. */
import type { Collection } from './holdings.ts';

export interface WorkerPart {
  readonly collections: readonly Collection[];
  /** whether a second tab may be opened, in which the collections are open once more */
  readonly twoTabs: boolean;
}

const inOneTab = (...collections: readonly Collection[]): WorkerPart => ({ collections, twoTabs: false });
const inTwoTabs = (...collections: readonly Collection[]): WorkerPart => ({ collections, twoTabs: true });

/** Each with a device in one tab for the first three members. */
const threeDevices: readonly (readonly WorkerPart[])[] = [
  [
    inOneTab('posts', 'comments', 'reactions', 'friends'),
    inOneTab('posts', 'comments', 'reactions', 'notifications'),
    inOneTab('posts', 'comments', 'profiles', 'settings'),
  ],
  [
    inOneTab('groups', 'group_members', 'group_messages', 'invitations'),
    inOneTab('groups', 'group_members', 'group_messages', 'reactions'),
    inOneTab('groups', 'group_messages', 'friends', 'settings'),
  ],
  [
    inOneTab('friends', 'invitations', 'profiles', 'contacts'),
    inOneTab('posts', 'friends', 'invitations', 'settings'),
    inOneTab('notifications', 'invitations', 'posts', 'comments'),
  ],
];
const inTabs: readonly (readonly WorkerPart[])[] = [
  [inTwoTabs('posts', 'comments', 'reactions', 'friends'), inOneTab('posts', 'comments', 'reactions', 'notifications')],
  [inTwoTabs('groups', 'group_members', 'group_messages', 'reactions'), inOneTab('groups', 'group_members', 'group_messages', 'settings')],
  [inTwoTabs('posts', 'invitations', 'profiles', 'settings'), inOneTab('friends', 'notifications', 'contacts', 'comments')],
];

/** The number of a history selects one of these. */
export const workerParts: readonly (readonly WorkerPart[])[] = [...threeDevices, ...inTabs];
export const workersInOneTab: number = threeDevices.length;
