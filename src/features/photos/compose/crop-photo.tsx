import { useEffect, useState } from 'react';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { useStore } from '../../../data/store/local-store.tsx';
import { CropPart } from '../../../ui/images/crop-part.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { type CuttablePhoto, cuttablePhoto, type PhotoChange } from './change-photo.ts';
import { reasonOf } from './chosen-files.ts';

export interface CropPhotoProps {
  readonly photo: Photo;
  /** Resolves when the photo is made anew, or could not be. */
  readonly onUse: (change: PhotoChange) => Promise<void>;
  readonly onCancel: () => void;
}

/** Chooses the part of a photo that is kept: out of all that its file shows, as long as that is there. */
export function CropPhoto({ photo, onUse, onCancel }: CropPhotoProps) {
  const { userId } = useStore();
  const [found, setFound] = useState<(CuttablePhoto & { readonly source: string }) | string>();
  const [using, setUsing] = useState(false);
  useEffect(() => {
    let source: string | undefined;
    let wanted = true;
    const show = (cuttable: CuttablePhoto | string) => {
      if (!wanted) return;
      if (typeof cuttable === 'string') return setFound(cuttable);
      source = URL.createObjectURL(new Blob([cuttable.picture]));
      setFound({ ...cuttable, source });
    };
    cuttablePhoto(userId, photo).then(show, (error: unknown) => show(reasonOf(error)));
    return () => {
      wanted = false;
      if (source) URL.revokeObjectURL(source);
    };
  }, [userId, photo]);
  if (found === undefined) return <Spinner />;
  if (typeof found === 'string') return <Note kind="danger">{found}</Note>;
  const use = async (change: PhotoChange) => {
    setUsing(true);
    await onUse(change);
    setUsing(false);
  };
  return (
    <CropPart
      source={found.source}
      part={found.area}
      hasAllPixels={found.hasAllPixels}
      using={using}
      onUse={(part) => void use(part ? found.cutTo(part) : { area: undefined })}
      onCancel={onCancel}
    />
  );
}
