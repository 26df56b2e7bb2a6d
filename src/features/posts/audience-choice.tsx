import type { VisibilityType } from '../../../schemas/posts/post.ts';
import { Choice } from '../../ui/choice.tsx';
import { audiences, offeredAudiences } from './audience.ts';
import styles from './audience-choice.module.css';

/** Who shall see a post: one control, one value. An audience that is not offered but stands on the post is shown as well. */
export function AudienceChoice({
  value,
  friends,
  onChange,
}: {
  readonly value: VisibilityType;
  /** how many direct friends there are, to name the audience */
  readonly friends: number | undefined;
  readonly onChange: (audience: VisibilityType) => void;
}) {
  const offered: readonly VisibilityType[] = offeredAudiences.some((audience) => audience === value)
    ? offeredAudiences
    : [value, ...offeredAudiences];
  return (
    <fieldset>
      <legend className={styles.legend}>Who can see this</legend>
      <div className={styles.list}>
        {offered.map((audience) => {
          const { label, icon: Icon, tone } = audiences[audience];
          return (
            <Choice
              key={audience}
              type="radio"
              name="audience"
              checked={audience === value}
              onChange={() => onChange(audience)}
              title={label}
              line={reachText(audience, friends)}
              lead={<Icon className={styles[tone]} />}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function reachText(audience: VisibilityType, friends: number | undefined): string {
  switch (audience) {
    case 'friends':
      if (friends === 1) return 'Your direct friend';
      return friends ? `Your ${friends} direct friends` : 'Your direct friends';
    case 'private':
      return 'A note to yourself';
    case 'specific':
      return 'Only the friends you choose';
    case 'friends_of_friends':
      return 'Your friends and theirs';
    case 'public':
      return 'Your network';
  }
}
