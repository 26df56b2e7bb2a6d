import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ConnectionKind } from '../../schemas/local/sync-status.ts';
import { useConnection } from '../data/connection.ts';
import { useOutboxLink } from '../features/outbox/outbox-link.ts';
import { sendingText, stateText } from '../text/state-text.ts';
import { classes } from '../ui/classes.ts';
import styles from './sync-state.module.css';

/** The connection as its member sees it: `sending` where something written here is not accepted yet, `live` where nothing is left to do. */
type SyncKind = ConnectionKind | 'sending';

function useSyncKind(): SyncKind {
  const { kind, unsent } = useConnection();
  return kind !== 'offline' && unsent > 0 ? 'sending' : kind;
}

function useSyncWords(): readonly [words: string, look?: string | undefined] {
  const { unsent } = useConnection();
  const kind = useSyncKind();
  if (kind === 'offline') return [stateText.offline, styles.offline];
  if (kind === 'sending') return [sendingText(unsent), styles.sending];
  if (kind === 'live') return [stateText.upToDate];
  return [kind === 'connecting' ? stateText.connecting : stateText.updating, styles.sending];
}

/** What stands around every page: `data-sync` says how far sync is, whatever words the page has for it. What is in it is not drawn anew. */
export function SyncFrame({ className, children }: { readonly className?: string | undefined; readonly children: ReactNode }) {
  return (
    <div className={className} data-sync={useSyncKind()}>
      {children}
    </div>
  );
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
