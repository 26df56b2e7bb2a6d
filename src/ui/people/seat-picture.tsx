// A table with one seat that is kept for somebody: the member who invites in the middle, strangers around it.
import { Plus, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import around from './seat-at.module.css';
import { seatAt } from './seat-at.ts';
import styles from './seat-picture.module.css';

const SEATS = 8;
/** The seat that is kept: at the top, on the side where reading goes on. */
const KEPT = 1;

/** Decoration only: the words beside it say what it shows. `taken` is shown on the kept seat. */
export function SeatPicture({ host, taken }: { readonly host: ReactNode; readonly taken?: ReactNode }) {
  return (
    <div className={styles.table} aria-hidden="true">
      <span className={styles.host}>{host}</span>
      {Array.from({ length: SEATS }, (_, seat) => seat).map((seat) => (
        <span key={seat} className={around.around} style={seatAt(seat, SEATS)}>
          {seat !== KEPT && (
            <span className={styles.seat}>
              <UserRound />
            </span>
          )}
          {seat === KEPT && (
            <span className={classes(styles.seat, ...(taken ? [styles.taken, around.sitsDown] : [styles.kept]))}>{taken ?? <Plus />}</span>
          )}
        </span>
      ))}
    </div>
  );
}
