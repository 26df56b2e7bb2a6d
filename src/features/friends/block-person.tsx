import { Ban } from 'lucide-react';
import { useState } from 'react';
import { blockedText } from '../../text/blocked-text.ts';
import { Button } from '../../ui/button.tsx';
import { BlockQuestion } from './block-question.tsx';

/** Blocks somebody, after asking. */
export function BlockPerson({
  person,
  onBlocking,
  onBlocked,
}: {
  readonly person: { readonly userId: string; readonly name: string; readonly imageUrl: string | null };
  /** they are about to go, and what shows them with it */
  readonly onBlocking?: () => void;
  readonly onBlocked: () => void;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger-quiet" wide icon={<Ban />} aria-label={blockedText.blockWho(person.name)} onClick={() => setAsking(true)}>
        {blockedText.block}
      </Button>
      <BlockQuestion person={person} open={asking} onOpenChange={setAsking} onBlocking={onBlocking} onBlocked={onBlocked} />
    </>
  );
}
