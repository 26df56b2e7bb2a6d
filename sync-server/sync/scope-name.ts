export type ScopeKind = 'self' | 'friends' | 'network' | 'pair' | 'group' | 'group-admins';

/** Names a scope before it has a number: `friends` of member A, `group` G, `pair` from A to B. */
export interface ScopeName {
  readonly kind: ScopeKind;
  /** the member, or the group */
  readonly owner: string;
  /** the second member of a `pair`, else null */
  readonly other: string | null;
}

export const scope = {
  self: (member: string): ScopeName => ({ kind: 'self', owner: member, other: null }),
  friends: (member: string): ScopeName => ({ kind: 'friends', owner: member, other: null }),
  network: (member: string): ScopeName => ({ kind: 'network', owner: member, other: null }),
  pair: (author: string, reader: string): ScopeName => ({ kind: 'pair', owner: author, other: reader }),
  group: (group: string): ScopeName => ({ kind: 'group', owner: group, other: null }),
  groupAdmins: (group: string): ScopeName => ({ kind: 'group-admins', owner: group, other: null }),
};
