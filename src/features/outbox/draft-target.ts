import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { DraftKind } from '../../text/outbox.ts';

/** Where a draft belongs: its kind, the post or group it is about, and the page to continue it. */
export interface DraftTarget {
  readonly kind: DraftKind;
  /** undefined if this version does not know the form */
  readonly to?: string;
  /** the post or group that it is about */
  readonly post?: string;
  readonly group?: string;
  readonly comment?: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(`^(post-new|post|comment-edit|comment|message|group-new|group|invitation|contact)(?:-(${UUID}))?(?:-(${UUID}))?$`);
const mending = (path: string, writeId: string | undefined) => (writeId ? `${path}?refused=${writeId}` : path);

/** Finds the form of a draft from its key. */
export function draftTarget(key: string): DraftTarget {
  if (key.startsWith('profile-')) return { kind: 'profile', to: '/settings' };
  const setting = settingKindOf({ key, value: '' });
  if (typeof setting === 'object' && setting.kind === 'report') {
    const { target_type: reported, target_id: target } = setting;
    if (reported === 'post') return { kind: 'report', to: `/posts/${target}` };
    if (reported === 'profile') return { kind: 'report', to: `/friends/${target}` };
    return reported === 'comment' ? { kind: 'report', comment: target } : { kind: 'report' };
  }
  const [, form, id, refused] = shape.exec(key) ?? [];
  if (form === 'post-new') return { kind: 'post-new', to: mending('/posts/create', id) };
  if (form === 'group-new') return { kind: 'group-new', to: '/groups/create' };
  if (form === 'invitation') return { kind: 'invitation', to: '/friends' };
  if (form === 'contact') return { kind: 'contact', to: '/contact' };
  if (id === undefined) return { kind: 'other' };
  if (form === 'post') return { kind: 'post', to: mending(`/posts/${id}/edit`, refused), post: id };
  if (form === 'comment') return { kind: 'comment', to: `/posts/${id}`, post: id };
  if (form === 'comment-edit') return { kind: 'comment', comment: id };
  if (form === 'message') return { kind: 'message', to: `/groups/${id}`, group: id };
  if (form === 'group') return { kind: 'group', to: `/groups/${id}/settings`, group: id };
  return { kind: 'other' };
}
