import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { PHOTOS_MAX } from '../../../../schemas/images/photo-limits.ts';
import { composeText } from '../../../text/compose-photos.ts';
import { IconButton } from '../../../ui/forms/icon-button.tsx';
import { ImageInput } from '../../../ui/images/image-input.tsx';
import type { ChosenPhotos } from './use-chosen-photos.ts';

export interface PhotoAdderProps {
  readonly chosen: ChosenPhotos;
  readonly className?: string | undefined;
}

/** Opens the browser's chooser for photos. */
export function PhotoAdder({ chosen, className }: PhotoAdderProps) {
  const input = useRef<HTMLInputElement>(null);
  const full = chosen.photos.length + chosen.working >= PHOTOS_MAX;
  return (
    <>
      <ImageInput ref={input} multiple onFiles={chosen.add} onCancel={chosen.chooserClosed} />
      <IconButton
        label={full ? composeText.full : composeText.add}
        icon={<ImagePlus />}
        className={className}
        disabled={full}
        onClick={() => {
          chosen.chooserOpens();
          input.current?.click();
        }}
      />
    </>
  );
}
