import { Choice } from '../../ui/forms/choice.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import type { PersonOf } from '../people/use-people.ts';
import styles from './invite-picker.module.css';

/** Friends to choose from, each with a checkbox. The caller says how many are chosen. */
export function InvitePicker({
  legend,
  legendHidden,
  friendIds,
  chosen,
  personOf,
  onChange,
}: {
  readonly legend: string;
  /** whether a heading says the legend already */
  readonly legendHidden?: boolean | undefined;
  readonly friendIds: readonly string[];
  readonly chosen: readonly string[];
  readonly personOf: PersonOf;
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset>
      <legend className={legendHidden ? 'visually-hidden' : `small ${styles.legend}`}>{legend}</legend>
      <div className={`card ${styles.list}`}>
        {friendIds.map((id) => {
          const { name, imageUrl } = personOf(id);
          return (
            <Choice
              key={id}
              type="checkbox"
              name="invited"
              checked={chosen.includes(id)}
              onChange={(on) => toggle(id, on)}
              title={name}
              lead={<Avatar userId={id} name={name} imageUrl={imageUrl} />}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
