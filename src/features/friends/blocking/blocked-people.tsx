import { useRef, useState } from 'react';
import { useStore } from '../../../data/store/local-store.tsx';
import { blockedText } from '../../../text/blocking.ts';
import { commonText } from '../../../text/common.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Item, List } from '../../../ui/list.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Sheet, type SheetControl } from '../../../ui/overlays/sheet.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { type BlockedPerson, unblock } from './blocked.ts';
import { useBlockedPeople } from './use-blocked-people.ts';

/** Lists the blocked members and can end a block, with or without a connection. */
export function BlockedPeople(control: SheetControl) {
  return (
    <Sheet {...control} title={blockedText.title} text={blockedText.help}>
      <People />
    </Sheet>
  );
}

function People() {
  const store = useStore();
  const people = useBlockedPeople();
  const [askedId, setAskedId] = useState<string>();
  const personToUnblock = people?.find(({ id }) => id === askedId);
  const [message, setMessage] = useState<{ readonly kind: 'success' | 'danger'; readonly text: string }>();
  const list = useRef<HTMLDivElement>(null);

  const end = async (person: BlockedPerson) => {
    setAskedId(undefined);
    try {
      await unblock(store, person.id);
      setMessage({ kind: 'success', text: blockedText.unblocked(person.name) });
    } catch {
      setMessage({ kind: 'danger', text: commonText.didNotWork });
    }
    // The pressed button no longer exists.
    list.current?.focus();
  };

  if (!people) return <div aria-busy="true" />;
  return (
    <div ref={list} tabIndex={-1}>
      {message && <Note kind={message.kind}>{message.text}</Note>}
      {people.length === 0 ? (
        <Note>{blockedText.none}</Note>
      ) : (
        <List label={blockedText.title}>
          {people.map((person) => (
            <Item
              key={person.id}
              plain
              lead={<Avatar userId={person.id} name={person.name} />}
              title={<bdi>{person.name}</bdi>}
              line={<RelativeTime iso={person.created_at} />}
              actions={
                <Button size="small" aria-label={blockedText.unblockWho(person.name)} onClick={() => setAskedId(person.id)}>
                  {blockedText.unblock}
                </Button>
              }
            />
          ))}
        </List>
      )}
      <ConfirmDialog
        open={personToUnblock !== undefined}
        onOpenChange={(open) => {
          if (!open) setAskedId(undefined);
        }}
        title={blockedText.ask(personToUnblock?.name ?? '')}
        text={blockedText.askText}
        confirmLabel={blockedText.unblock}
        onConfirm={() => personToUnblock && void end(personToUnblock)}
      />
    </div>
  );
}
