import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ConnectionKind } from '../../../workers/device/sync-status.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useOutboxLink } from '../../features/outbox/outbox-link.ts';
import { outboxText } from '../../text/outbox.ts';
import { sendingText, syncText } from '../../text/sync.ts';
import { classes } from '../../ui/classes.ts';
import styles from './sync-state.module.css';

/** The connection as the member sees it: `sending` while something written here is pending, `live` when nothing is left to do. */
type SyncKind = ConnectionKind | 'sending';

/** Whatever ends sooner is not shown: a page that opens, and what friends write at the same time. */
const CALM_MS = 400;
const DONE_MS = 2000;

function useSyncKind(): SyncKind {
  const { kind, sending } = useConnection();
  return kind !== 'offline' && sending > 0 ? 'sending' : kind;
}

const isShownAtOnce = (kind: SyncKind): boolean => kind === 'offline' || kind === 'sending';

/** What the page says about the connection: what is unfinished, then for two seconds that it is done, then nothing. */
function useShownKind(): SyncKind | undefined {
  const kind = useSyncKind();
  const [shown, setSaid] = useState<SyncKind | undefined>(isShownAtOnce(kind) ? kind : undefined);
  useEffect(() => {
    if (kind === 'live') {
      setSaid((before) => before && 'live');
      const timer = setTimeout(() => setSaid(undefined), DONE_MS);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(() => setSaid(kind), isShownAtOnce(kind) ? 0 : CALM_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  return shown;
}

function wordsOf(kind: SyncKind, sending: number): readonly [words: string, look?: string | undefined] {
  if (kind === 'offline') return [syncText.offline, styles.offline];
  if (kind === 'sending') return [sendingText(Math.max(1, sending)), styles.sending];
  if (kind === 'live') return [syncText.upToDate, styles.done];
  return [kind === 'connecting' ? syncText.connecting : syncText.updating, styles.sending];
}

/** The frame around every page: `data-sync` is the state of sync, whatever words the page has for it. Its children do not render again. */
export function SyncFrame({ className, children }: { readonly className?: string | undefined; readonly children: ReactNode }) {
  return (
    <div className={className} data-sync={useSyncKind()}>
      {children}
    </div>
  );
}

/**
 * A small dot and words, while something is unfinished: blue while it is under way, hollow offline. Never by colour alone. Leads to the
 * outbox. With the words of `idle` it does so even when there is nothing to say.
 */
export function SyncState({ idle }: { readonly idle?: string }) {
  const { sending } = useConnection();
  const shown = useShownKind();
  const link = useOutboxLink();
  if (shown === undefined && idle === undefined) return null;
  const [words, look] = shown === undefined ? [idle, styles.idle] : wordsOf(shown, sending);
  return (
    <Link {...link} className={classes('row meta', styles.sync, look)} title={outboxText.title} preventScrollReset>
      <span>{words}</span>
    </Link>
  );
}
