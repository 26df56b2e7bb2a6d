import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './disclosure.module.css';

/** A row that unfolds what few want to see, below it. */
export function Disclosure({
  title,
  status,
  children,
}: {
  readonly title: string;
  /** a word about what is folded, at the end of the row */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.disclosure}>
      <button
        type="button"
        className={`row gap-3 ${styles.button}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="rest">{title}</span>
        {status && <span className="small">{status}</span>}
        <ChevronDown className={styles.arrow} />
      </button>
      {open && (
        <div id={id} className={styles.content}>
          {children}
        </div>
      )}
    </div>
  );
}
