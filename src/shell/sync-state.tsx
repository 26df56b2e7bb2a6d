import { useConnection } from '../data/connection.ts';
import { sendingText, stateText } from '../text/state-text.ts';
import { classes } from '../ui/classes.ts';
import styles from './sync-state.module.css';

/** A small dot and words: filled, blue while something is under way, hollow offline. Never colour alone. */
export function SyncState() {
  const { kind, unsent } = useConnection();
  if (kind === 'offline') return <span className={classes(styles.sync, styles.offline)}>{stateText.offline}</span>;
  if (unsent > 0) return <span className={classes(styles.sync, styles.sending)}>{sendingText(unsent)}</span>;
  if (kind === 'live') return <span className={styles.sync}>{stateText.upToDate}</span>;
  return <span className={classes(styles.sync, styles.sending)}>{kind === 'connecting' ? stateText.connecting : stateText.updating}</span>;
}
