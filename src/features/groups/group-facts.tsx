import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { groupText } from '../../text/groups.ts';
import { dateText } from '../../text/times.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import type { PersonOf } from '../people/use-people.ts';
import styles from './group-facts.module.css';
import { GroupPicture } from './group-picture.tsx';

/** What a group is, for members who may not change that: its picture, name, description, and who started it. */
export function GroupFacts({
  group,
  members,
  personOf,
}: {
  readonly group: LocalRow<'groups'>;
  readonly members: readonly LocalRow<'group_members'>[];
  readonly personOf: PersonOf;
}) {
  const { userId } = useStore();
  const when = dateText(group.created_at);
  const founder = members.find((member) => member.user_id === group.founder_id);
  const started = () => {
    if (group.founder_id === userId) return groupText.startedByYou(when);
    if (!founder) return groupText.startedOn(when);
    return groupText.startedBy(personOf(founder.user_id, { name: founder.user_name, imageUrl: null }).name, when);
  };
  return (
    <div className="stack gap-4">
      <div className="row gap-4">
        <GroupPicture group={group} size={64} />
        <div className="rest">
          <h2 className={`title ${styles.name}`} dir="auto">
            {group.name}
          </h2>
          <p className="small">{started()}</p>
        </div>
      </div>
      {group.description && (
        <p className={styles.about} dir="auto">
          <LinkedText text={group.description} />
        </p>
      )}
      <p className="small">{groupText.ownerOnly}</p>
    </div>
  );
}
