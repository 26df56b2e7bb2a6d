import { Link } from 'react-router-dom';
import { useConnection } from '../data/connection.ts';
import { useOutboxLink } from '../features/outbox/outbox-link.ts';
import { sendingText, stateText } from '../text/state-text.ts';
import { classes } from '../ui/classes.ts';
import styles from './sync-state.module.css';

function useSyncWords(): readonly [words: string, look?: string | undefined] {
  const { kind, unsent } = useConnection();
  if (kind === 'offline') return [stateText.offline, styles.offline];
  if (unsent > 0) return [sendingText(unsent), styles.sending];
  if (kind === 'live') return [stateText.upToDate];
  return [kind === 'connecting' ? stateText.connecting : stateText.updating, styles.sending];
}

/** A small dot and words: filled, blue while something is under way, hollow offline. Never colour alone. Leads to the outbox. */
export function SyncState() {
  const [words, look] = useSyncWords();
  return (
    <Link {...useOutboxLink()} className={classes(styles.sync, look)} title="Outbox" preventScrollReset>
      {words}
    </Link>
  );
}
