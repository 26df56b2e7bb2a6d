import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './choice.module.css';
import { classes } from './classes.ts';

export interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  /** shared by the radios of one group */
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  /** an icon or an avatar */
  readonly lead?: ReactNode;
  readonly disabled?: boolean | undefined;
}

/** A row that is chosen by pressing anywhere on it. Put radios into a `fieldset` with a `legend`. */
export function Choice({ type, name, checked, onChange, title, line, lead, disabled }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type={type} name={name} checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      {lead && <span className={styles.lead}>{lead}</span>}
      <span className={styles.body}>
        <span className={styles.title}>{title}</span>
        {line && <span className={styles.line}>{line}</span>}
      </span>
      {type === 'radio' ? (
        <span className={classes(styles.mark, styles.radio)} />
      ) : (
        <span className={classes(styles.mark, styles.check)}>
          <Check />
        </span>
      )}
    </label>
  );
}
