import type { Audience, widening } from '../../../../schemas/posts/audience.ts';
import { listedNames } from '../../../text/audience.ts';
import { postText } from '../../../text/posts.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { firstName } from '../../people/first-name.ts';
import type { PersonOf } from '../../people/use-people.ts';
import { lookOf } from './audience-look.ts';
import { reachedName } from './audience-text.ts';

/** Asks before a post is shown to more people than before, and says to whom. */
export function WideningDialog({
  open,
  onOpenChange,
  from,
  to,
  wider,
  personOf,
  onConfirm,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly from: Audience;
  readonly to: Audience;
  readonly wider: ReturnType<typeof widening>;
  readonly personOf: PersonOf;
  readonly onConfirm: () => void;
}) {
  const audience = lookOf(to).label;
  const people = wider && wider !== 'more' ? wider.people.map((id) => personOf(id).name) : null;
  const added = people?.join(', ') ?? null;
  const confirm = people ? postText.shareAlso(listedNames(people.map(firstName))) : postText.shareWith(reachedName(to));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={postText.askToWiden}
      text={added === null ? postText.widens(lookOf(from).label, audience) : postText.widensAlso(lookOf(from).label, added)}
      confirmLabel={confirm}
      onConfirm={onConfirm}
    />
  );
}
