import { readersOf } from '../../../../schemas/posts/audience.ts';
import { commonText } from '../../../text/common.ts';
import { postText } from '../../../text/posts.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/forms/chip.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { usePeople } from '../../people/use-people.ts';
import styles from './audience-aside.module.css';
import { lookOf } from './audience-look.ts';
import { reachSentence } from './audience-text.ts';
import { useReach } from './use-reach.ts';
import { useWrittenAudience } from './written-audience.ts';

/** This many people are shown beside the form; the others are counted. */
const SHOWN = 10;

/** The readers of the post being written, beside its form on very wide screens. It follows every choice. */
export function AudienceAside() {
  const audience = useWrittenAudience();
  const { network } = useReach();
  const personOf = usePeople();
  const reach = audience && readersOf(audience, network);
  if (!audience || !reach) return null;
  const { label, icon: Icon, tone } = lookOf(audience);
  const shown = reach.length > SHOWN + 1 ? reach.slice(0, SHOWN) : reach;
  return (
    <Card as="section" stack aria-label={postText.whoWillSee}>
      <div className={`row wrap gap-2 ${styles.head}`}>
        <h2>{postText.whoWillSee}</h2>
        <Chip tone={tone} icon={<Icon />}>
          {label}
        </Chip>
      </div>
      {shown.length > 0 && (
        <ul className="stack gap-3">
          {shown.map((id) => {
            const { name, imageUrl } = personOf(id);
            return (
              <li key={id} className="row gap-3">
                <Avatar userId={id} name={name} imageUrl={imageUrl} />
                <bdi className={styles.name}>{name}</bdi>
              </li>
            );
          })}
          {reach.length > shown.length && <li className="small">{commonText.andMore(reach.length - shown.length)}</li>}
        </ul>
      )}
      <p className="small">{reachSentence(audience, reach)}</p>
    </Card>
  );
}
