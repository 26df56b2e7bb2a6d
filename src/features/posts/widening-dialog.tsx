import type { Audience, widening } from '../../../schemas/posts/audience.ts';
import { postText } from '../../text/posts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { audiences } from './audience-look.ts';

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
  const audience = audiences[to.visibility_type].label;
  const added = wider && wider !== 'more' ? wider.people.map((id) => personOf(id).name).join(', ') : null;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={postText.askToWiden}
      text={
        added === null
          ? postText.widens(audiences[from.visibility_type].label, audience)
          : postText.widensAlso(audiences[from.visibility_type].label, added)
      }
      confirmLabel={postText.shareWith(audience)}
      onConfirm={onConfirm}
    />
  );
}
