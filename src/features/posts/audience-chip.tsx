import { type ComponentType, useState } from 'react';
import { postText } from '../../text/posts.ts';
import { Chip } from '../../ui/chip.tsx';
import { notify } from '../../ui/toast.ts';
import { audiences, viewable } from './audience-look.ts';
import type { AudienceViewerProps, ViewedPost } from './audience-viewer.tsx';

// A separate function: if `then` directly follows an import, the build leaves the error of a missing style sheet unhandled.
const loadViewer = () => import('./audience-viewer.tsx');

/** The audience of a post: an icon and words, never colour alone. If the audience depends on people, pressing it shows them. */
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
