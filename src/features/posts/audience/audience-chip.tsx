import { type ComponentType, useState } from 'react';
import { isChosen } from '../../../../schemas/posts/audience.ts';
import { briefNames } from '../../../text/audience.ts';
import { postText } from '../../../text/posts.ts';
import { Chip } from '../../../ui/forms/chip.tsx';
import { notify } from '../../../ui/overlays/toast.ts';
import { isViewable, lookOf } from './audience-look.ts';
import { chosenNames } from './audience-text.ts';
import type { AudienceViewerProps, ViewedPost } from './audience-viewer.tsx';

// A separate function: if `then` directly follows an import, the build leaves the error of a missing style sheet unhandled.
const loadViewer = () => import('./audience-viewer.tsx');

/**
 * The audience of a post: an icon and words, never colour alone. If the audience depends on people, pressing it shows them. With `nameOf`
 * the chosen people are named.
 */
export function AudienceChip({ post, nameOf }: { readonly post: ViewedPost; readonly nameOf?: ((userId: string) => string) | undefined }) {
  const [Viewer, setViewer] = useState<ComponentType<AudienceViewerProps>>();
  const [open, setOpen] = useState(false);
  const { label: name, icon: Icon, tone } = lookOf(post);
  const named = nameOf && isChosen(post) && post.specific_user_ids.length > 0;
  const label = named ? briefNames(chosenNames(post.specific_user_ids, nameOf)) : name;
  if (!isViewable(post)) {
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
