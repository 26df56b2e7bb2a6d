import { ArrowLeft, ArrowRight, Crop, RotateCwSquare, Trash2 } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { imageUrl, smallImageUrl } from '../../../../schemas/images/image.ts';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { PHOTO_ALT_MAX } from '../../../../schemas/images/photo-limits.ts';
import { photoSource } from '../../../data/photos/photo-sources.ts';
import { composeText } from '../../../text/compose-photos.ts';
import { cropPartText } from '../../../text/crop-part.ts';
import { photoRefusalText } from '../../../text/photo-refusals.ts';
import { photoGridText } from '../../../text/photos.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { LoadedContent } from '../../../ui/overlays/loaded-content.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { notify } from '../../../ui/overlays/toast.ts';
import { ImageSourceContext } from '../../../ui/people/image-source.ts';
import type { PhotoChange } from './change-photo.ts';
import styles from './photo-options.module.css';
import { PhotoSize } from './photo-size.tsx';
import type { ChosenPhotos } from './use-chosen-photos.ts';

/** Loaded at the first use: few photos are cropped. */
const loadCrop = () => import('./crop-photo.tsx');

export interface PhotoOptionsProps {
  readonly photo: Photo;
  readonly nth: number;
  readonly count: number;
  readonly chosen: ChosenPhotos;
  readonly onMove: (by: number) => void;
  /** A photo that was made anew has another id. */
  readonly onRemade: (id: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** What can be done with a photo before it is sent: describe it, turn it, crop it, choose its size, move it, take it out. */
export function PhotoOptions(props: PhotoOptionsProps) {
  const { photo, nth, count, chosen, onRemade, onClose } = props;
  const [doing, setDoing] = useState<'turning' | 'sizing' | 'cropping' | null>(null);
  const [at, setAt] = useState<'options' | 'cropping' | 'cropped'>('options');
  const remake = async (change: PhotoChange, what: NonNullable<typeof doing>) => {
    if (doing) return;
    setDoing(what);
    const isMade = await chosen.remake(photo.id, change, onRemade);
    setDoing(null);
    if (isMade && what === 'cropping') setAt('cropped');
  };
  const crop = () => {
    if (doing) return;
    if (photoSource(photo.id)?.editable === false) notify.error(photoRefusalText.IMAGE_CANVAS_EDIT);
    else setAt('cropping');
  };
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={at === 'cropping' ? cropPartText.title : photoGridText.photo(nth, count)}>
      {at === 'cropping' ? (
        <LoadedContent load={loadCrop} failedText={photoRefusalText.IMAGE_CODE} blockSize="16rem">
          {({ CropPhoto }) => <CropPhoto photo={photo} onUse={(change) => remake(change, 'cropping')} onCancel={() => setAt('cropped')} />}
        </LoadedContent>
      ) : (
        <Options {...props} doing={doing} remake={remake} onCrop={crop} cropHasFocus={at === 'cropped'} />
      )}
    </Sheet>
  );
}

interface OptionsProps extends PhotoOptionsProps {
  readonly doing: 'turning' | 'sizing' | 'cropping' | null;
  readonly remake: (change: PhotoChange, what: 'turning' | 'sizing') => Promise<void>;
  readonly onCrop: () => void;
  /** The cropper took the place of its button, and gives the focus back. */
  readonly cropHasFocus: boolean;
}

function Options({ photo, nth, count, chosen, onMove, onRemove, doing, remake, onCrop, cropHasFocus }: OptionsProps) {
  const cropButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (cropHasFocus) cropButton.current?.focus();
  }, [cropHasFocus]);
  return (
    <div className="stack gap-4">
      <Preview photo={photo} />
      <TextArea
        label={composeText.alt}
        hint={composeText.altHint(PHOTO_ALT_MAX - photo.alt.length)}
        value={photo.alt}
        maxLength={PHOTO_ALT_MAX}
        rows={3}
        dir="auto"
        onChange={({ target }) => chosen.describe(photo.id, target.value)}
      />
      <PhotoSize photo={photo} busy={doing === 'sizing'} onChange={(fullSize) => void remake({ fullSize }, 'sizing')} />
      <div className={`wrap gap-3 ${styles.acts}`}>
        {count > 1 && (
          <>
            <Button variant="soft" icon={<ArrowLeft className="mirrored" />} disabled={nth === 1} onClick={() => onMove(-1)}>
              {composeText.earlier}
            </Button>
            <Button variant="soft" icon={<ArrowRight className="mirrored" />} disabled={nth === count} onClick={() => onMove(1)}>
              {composeText.later}
            </Button>
          </>
        )}
        <Button variant="soft" icon={<RotateCwSquare />} busy={doing === 'turning'} onClick={() => void remake({ turns: 1 }, 'turning')}>
          {composeText.turn}
        </Button>
        <Button ref={cropButton} variant="soft" icon={<Crop />} onClick={onCrop}>
          {composeText.crop}
        </Button>
        <Button variant="danger-quiet" icon={<Trash2 />} onClick={onRemove}>
          {composeText.remove}
        </Button>
      </div>
    </div>
  );
}

/** The whole photo. Asking for the large one brings it to this device, where it can be changed. */
function Preview({ photo: { id, width, height, alt } }: Pick<PhotoOptionsProps, 'photo'>) {
  const sourceOf = useContext(ImageSourceContext);
  const small = sourceOf(smallImageUrl(id));
  const source = sourceOf(imageUrl(id), true) ?? small;
  return (
    <div className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
      {source && <img src={source} alt={alt} decoding="async" />}
    </div>
  );
}
