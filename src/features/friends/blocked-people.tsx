import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useOnline } from '../../data/use-online.ts';
import { blockedText } from '../../text/blocked-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Item, List } from '../../ui/list.tsx';
import { Note } from '../../ui/note.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { RowSkeleton } from '../../ui/skeleton.tsx';
import { type BlockedPerson, readBlocked, unblock } from './blocked.ts';

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'listed'; readonly people: readonly BlockedPerson[] };

/** Whom the member has blocked, and ending that. It needs a connection, and says so before one begins. */
export function BlockedPeople({
  open,
  onOpenChange,
  returnTo,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** what opened it */
  readonly returnTo: RefObject<HTMLElement | null>;
}) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} returnTo={returnTo} title={blockedText.title} text={blockedText.help}>
      <People />
    </Sheet>
  );
}

function People() {
  const { kind } = useConnection();
  const online = useOnline();
  const offline = kind === 'offline' || !online;
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const [asked, setAsked] = useState<BlockedPerson>();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string }>();
  const list = useRef<HTMLDivElement>(null);

  const load = useCallback(async () => {
    const answer = await readBlocked();
    setShown(answer.ok ? { state: 'listed', people: answer.data.items } : { state: 'failed' });
  }, []);
  useEffect(() => {
    if (!offline) void load();
  }, [offline, load]);

  const end = async (person: BlockedPerson) => {
    setBusy(true);
    setSaid(undefined);
    const answer = await unblock(person.id);
    await load();
    setBusy(false);
    setAsked(undefined);
    setSaid(
      answer.ok ? { kind: 'success', text: blockedText.unblocked(person.name) } : { kind: 'danger', text: blockedText.failedToChange },
    );
    // What was pressed is gone.
    list.current?.focus();
  };

  if (offline && shown.state !== 'listed') return <Note kind="warning">{blockedText.offline}</Note>;
  if (shown.state === 'loading')
    return (
      <div aria-busy="true">
        <RowSkeleton picture="2.5rem" lines={['60%', '40%']} />
      </div>
    );
  if (shown.state === 'failed')
    return (
      <>
        <Note kind="danger">{blockedText.failed}</Note>
        <Button
          onClick={() => {
            setShown({ state: 'loading' });
            void load();
          }}
        >
          Try again
        </Button>
      </>
    );
  return (
    <div ref={list} tabIndex={-1}>
      {offline && <Note kind="warning">{blockedText.offline}</Note>}
      {said && <Note kind={said.kind}>{said.text}</Note>}
      {shown.people.length === 0 ? (
        <Note>{blockedText.none}</Note>
      ) : (
        <List label={blockedText.title}>
          {shown.people.map((person) => (
            <Item
              key={person.id}
              plain
              lead={<Avatar userId={person.id} name={person.name} />}
              title={person.name}
              line={<RelativeTime iso={person.created_at} />}
              actions={
                <Button size="small" aria-label={blockedText.unblockWho(person.name)} disabled={offline} onClick={() => setAsked(person)}>
                  {blockedText.unblock}
                </Button>
              }
            />
          ))}
        </List>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open && !busy) setAsked(undefined);
        }}
        title={blockedText.ask(asked?.name ?? '')}
        text={blockedText.askText}
        confirmLabel={blockedText.unblock}
        busy={busy}
        onConfirm={() => asked && void end(asked)}
      />
    </div>
  );
}
