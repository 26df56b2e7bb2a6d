import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useArrival } from './behaviour/use-arrival.ts';
import { classes } from './classes.ts';
import styles from './list.module.css';

/** Rows in one card. `label` names a list that has no heading. */
export function List({ label, children }: { readonly label?: string | undefined; readonly children: ReactNode }) {
  return (
    <ul className={`card ${styles.list}`} aria-label={label}>
      {children}
    </ul>
  );
}

export interface ItemProps {
  /** an avatar or an icon */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  /** a further line, for details that few want to know */
  readonly line2?: ReactNode;
  /** a word about it, at the end */
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  /** puts the actions on their own line */
  readonly actionsBelow?: boolean | undefined;
  /** The whole row links to this path. */
  readonly to?: string | undefined;
  /** Called by a press anywhere on the row. */
  readonly onPress?: (() => void) | undefined;
  /** leaves out the arrow of a row that leads somewhere, if a word is at its end */
  readonly noArrow?: boolean | undefined;
  /** 52 px with an icon instead of 64 px with an avatar */
  readonly plain?: boolean | undefined;
  /** what `useArrival` takes, if a link may lead to this row */
  readonly arrival?: string | undefined;
}

export function Item({ lead, title, line, line2, status, actions, actionsBelow, to, onPress, noArrow, plain, arrival }: ItemProps) {
  const ref = useArrival<HTMLLIElement>(arrival);
  const words = to ? (
    <Link to={to} className={`name ${styles.press}`} onClick={onPress}>
      {title}
    </Link>
  ) : onPress ? (
    <button type="button" className={`name ${styles.press}`} onClick={onPress}>
      {title}
    </button>
  ) : (
    <span className="name">{title}</span>
  );
  return (
    <li
      ref={ref}
      tabIndex={arrival === undefined ? undefined : -1}
      className={classes('row wrap', styles.item, plain && styles.plain, !lead && styles.nolead, actionsBelow && styles.below)}
    >
      {lead && <span className={styles.lead}>{lead}</span>}
      <div className={styles.body}>
        {words}
        {line && <span className={`small ${styles.line}`}>{line}</span>}
        {line2 && <span className={`meta ${styles.line2}`}>{line2}</span>}
      </div>
      {status && <span className={`small small-icons ${styles.status}`}>{status}</span>}
      {actions && <div className={`wrap gap-2 ${styles.actions}`}>{actions}</div>}
      {(to || onPress) && !actions && !noArrow && <ChevronRight className={`mirrored ${styles.chevron}`} />}
    </li>
  );
}
