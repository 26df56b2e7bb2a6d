import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './choice.module.css';

export interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  /** shared by the radios of one group */
  readonly name: string;
  readonly checked: boolean;
  /** `byKey`: changed by a key, not by a press; the arrow keys choose each radio that they pass */
  readonly onChange: (checked: boolean, byKey: boolean) => void;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  /** an icon or an avatar */
  readonly lead?: ReactNode;
  /** shown before the circle or box, such as the faces of the people it means */
  readonly end?: ReactNode;
  readonly disabled?: boolean | undefined;
}

/** A row that is chosen by pressing anywhere on it. Put radios into a `fieldset` with a `legend`. */
export function Choice({ type, name, checked, onChange, title, line, lead, end, disabled }: ChoiceProps) {
  return (
    <label className={classes('row gap-3', styles.choice, type === 'radio' && styles.one)}>
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked, (event.nativeEvent as UIEvent).detail === 0)}
      />
      {lead && <span className={styles.lead}>{lead}</span>}
      <span className="rest">
        <span className="name">{title}</span>
        {line && <span className={`small ${styles.line}`}>{line}</span>}
      </span>
      {end}
      <span className={classes(styles.mark, type === 'radio' ? styles.radio : styles.check)}>{type === 'checkbox' && <Check />}</span>
    </label>
  );
}
