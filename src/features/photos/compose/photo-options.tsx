import { ArrowLeft, ArrowRight, RotateCwSquare, Trash2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { imageUrl, smallImageUrl } from '../../../../schemas/images/image.ts';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { PHOTO_ALT_MAX } from '../../../../schemas/images/photo-limits.ts';
import { composeText } from '../../../text/compose-photos.ts';
import { photoGridText } from '../../../text/photos.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { ImageSourceContext } from '../../../ui/people/image-source.ts';
import styles from './photo-options.module.css';
import type { ChosenPhotos } from './use-chosen-photos.ts';

export interface PhotoOptionsProps {
  readonly photo: Photo;
  readonly nth: number;
  readonly count: number;
  readonly chosen: ChosenPhotos;
  readonly onMove: (by: number) => void;
  /** A turned photo has another id. */
  readonly onTurned: (id: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** What can be done with a photo before it is sent: describe it, turn it, move it, take it out. */
export function PhotoOptions({ photo, nth, count, chosen, onMove, onTurned, onRemove, onClose }: PhotoOptionsProps) {
  const [turning, setTurning] = useState(false);
  const turn = async () => {
    setTurning(true);
    const turned = await chosen.turn(photo.id);
    setTurning(false);
    if (turned !== undefined) onTurned(turned);
  };
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={photoGridText.photo(nth, count)}>
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
          <Button variant="soft" icon={<RotateCwSquare />} busy={turning} onClick={() => void turn()}>
            {composeText.turn}
          </Button>
          <Button variant="danger-quiet" icon={<Trash2 />} onClick={onRemove}>
            {composeText.remove}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** The whole photo. Asking for the large one brings it to this device, where it can be turned. */
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
