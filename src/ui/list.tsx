import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './classes.ts';
import styles from './list.module.css';
import { useArrival } from './use-arrival.ts';

/** Rows in one card. `label` names a list that has no heading. */
export function List({
  label,
  labelledBy,
  children,
}: {
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <ul className={styles.list} aria-label={label} aria-labelledby={labelledBy}>
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
    <Link to={to} className={classes(styles.title, styles.press)} onClick={onPress}>
      {title}
    </Link>
  ) : onPress ? (
    <button type="button" className={classes(styles.title, styles.press)} onClick={onPress}>
      {title}
    </button>
  ) : (
    <span className={styles.title}>{title}</span>
  );
  return (
    <li
      ref={ref}
      tabIndex={arrival === undefined ? undefined : -1}
      className={classes(styles.item, plain && styles.plain, !lead && styles.nolead, actionsBelow && styles.below)}
    >
      {lead && <span className={styles.lead}>{lead}</span>}
      <div className={styles.body}>
        {words}
        {line && <span className={styles.line}>{line}</span>}
        {line2 && <span className={styles.line2}>{line2}</span>}
      </div>
      {status && <span className={styles.status}>{status}</span>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {(to || onPress) && !actions && !noArrow && <ChevronRight className={styles.chevron} />}
    </li>
  );
}
