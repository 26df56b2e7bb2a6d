import { shareTargetText } from '../../text/share-target.ts';
import { Item, List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { GroupPicture } from '../groups/group-picture.tsx';
import { sortGroups } from '../groups/list/sort-groups.ts';
import { useLatestMessages } from '../groups/list/use-latest-messages.ts';
import { useGroups } from '../groups/use-groups.ts';
import { chatForm, newChatDraft } from '../messages/use-chat-draft.ts';
import type { SharingForm } from './into-draft.ts';

const none: readonly string[] = [];

/** The member's groups, the newest conversation first. Shows nothing if there are none. Without `onChoose` none can be chosen yet. */
export function ChatList({ onChoose }: { readonly onChoose: ((form: SharingForm) => void) | undefined }) {
  const { groups } = useGroups();
  const latest = useLatestMessages(groups?.map(({ group }) => group.id) ?? none);
  if (!groups?.length || !groups.every(({ group }) => latest.has(group.id))) return null;
  return (
    <Section title={shareTargetText.intoChat}>
      <List label={shareTargetText.intoChat}>
        {sortGroups(groups, latest).map(({ group }) => (
          <Item
            key={group.id}
            lead={<GroupPicture group={group} size={48} />}
            title={group.name}
            onPress={onChoose && (() => onChoose({ key: chatForm(group.id), draft: newChatDraft }))}
          />
        ))}
      </List>
    </Section>
  );
}
