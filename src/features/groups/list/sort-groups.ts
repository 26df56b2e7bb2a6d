import type { MemberGroup } from '../use-groups.ts';
import type { LatestMessages } from './use-latest-messages.ts';

/** The group with the newest message first. A group without messages is sorted by its creation time. */
export function sortGroups(groups: readonly MemberGroup[], latest: LatestMessages): readonly MemberGroup[] {
  const moved = ({ group }: MemberGroup) => latest.get(group.id)?.created_at ?? group.created_at;
  return [...groups].sort((a, b) => moved(b).localeCompare(moved(a)) || a.group.name.localeCompare(b.group.name));
}
