import { SmilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Group } from '../../../schemas/groups/group.ts';
import { groupText } from '../../text/groups.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmojiSheet } from '../reactions/emoji-sheet.tsx';
import { GroupPicture } from './group-picture.tsx';

/** The emoji of a group, or none. Shows the picture of the group as others will see it. */
export function GroupEmojiField({
  group,
  onChange,
}: {
  readonly group: Pick<Group, 'id' | 'name' | 'emoji'>;
  readonly onChange: (emoji: string | null) => void;
}) {
  const choose = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no layout of its own
    <div role="group" aria-label={groupText.emoji} className="row wrap gap-4">
      <GroupPicture group={group} size={64} />
      {group.emoji && <span className="visually-hidden">{group.emoji}</span>}
      <div className="wrap gap-2">
        <Button ref={choose} variant="soft" size="small" icon={<SmilePlus />} onClick={() => setChoosing(true)}>
          {group.emoji ? groupText.changeEmoji : groupText.chooseEmoji}
        </Button>
        {group.emoji && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              choose.current?.focus();
              onChange(null);
            }}
          >
            {groupText.removeEmoji}
          </Button>
        )}
      </div>
      {choosing && (
        <EmojiSheet
          onPick={(emoji) => {
            setChoosing(false);
            onChange(emoji);
          }}
          onClose={() => setChoosing(false)}
          returnTo={choose}
        />
      )}
    </div>
  );
}
