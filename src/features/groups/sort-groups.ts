import type { HeldGroup } from './use-groups.ts';
import type { LatestMessages } from './use-latest-messages.ts';

/** The group with the newest message first. A group without messages is sorted by its creation time. */
export function sortGroups(groups: readonly HeldGroup[], latest: LatestMessages): readonly HeldGroup[] {
  const moved = ({ group }: HeldGroup) => latest.get(group.id)?.created_at ?? group.created_at;
  return [...groups].sort((a, b) => moved(b).localeCompare(moved(a)) || a.group.name.localeCompare(b.group.name));
}
