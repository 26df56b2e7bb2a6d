import { type ComponentType, useState } from 'react';
import { postText } from '../../text/posts.ts';
import { Chip } from '../../ui/chip.tsx';
import { notify } from '../../ui/toast.ts';
import { audiences, viewable } from './audience-look.ts';
import type { AudienceViewerProps, ViewedPost } from './audience-viewer.tsx';

// A function of its own: where an import is told at once what follows it, the build leaves a missing style sheet to nobody.
const loadViewer = () => import('./audience-viewer.tsx');

/** Who can see a post: an icon and words, never colour alone. Where that is a question of people, it opens who they are. */
export function AudienceChip({ post }: { readonly post: ViewedPost }) {
  const [Viewer, setViewer] = useState<ComponentType<AudienceViewerProps>>();
  const [open, setOpen] = useState(false);
  const { label, icon: Icon, tone } = audiences[post.visibility_type];
  if (!viewable.has(post.visibility_type)) {
    return (
      <Chip tone={tone} icon={<Icon />}>
        {label}
      </Chip>
    );
  }
  const view = () => {
    setOpen(true);
    loadViewer().then(
      (module) => setViewer(() => module.default),
      () => {
        setOpen(false);
        notify.error(postText.audienceFailed);
      },
    );
  };
  return (
    <>
      <Chip tone={tone} icon={<Icon />} label={postText.audienceOf(label)} opensDialog onClick={view}>
        {label}
      </Chip>
      {Viewer && <Viewer post={post} open={open} onOpenChange={setOpen} />}
    </>
  );
}
