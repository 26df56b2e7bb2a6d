import type { VisibilityType } from '../../../schemas/posts/post.ts';
import { Chip } from '../../ui/chip.tsx';
import { audiences } from './audience.ts';

/** Who can see a post: an icon and words, never colour alone. */
export function AudienceChip({ audience }: { readonly audience: VisibilityType }) {
  const { label, icon: Icon, tone } = audiences[audience];
  return (
    <Chip tone={tone} icon={<Icon />}>
      {label}
    </Chip>
  );
}
