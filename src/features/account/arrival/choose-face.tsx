// The part of a photo that a person chooses before they join. Loaded by the press that opens the picker.
import { type ReactNode, useState } from 'react';
import type { PageSurface } from '../../../data/photos/page-surface.ts';
import { useOnline } from '../../../data/session/use-online.ts';
import { photoText } from '../../../text/images.ts';
import { CropImage } from '../../../ui/images/crop-image.tsx';
import { Note } from '../../../ui/states/note.tsx';

/** Calls `onFace` with the chosen part. Closing the sheet changes nothing. */
export function ChooseFace({
  image,
  opening,
  note,
  onAnother,
  onFace,
}: {
  readonly image: PageSurface;
  readonly opening: boolean;
  readonly note: ReactNode;
  readonly onAnother: () => void;
  readonly onFace: (bytes: ArrayBuffer) => void;
}) {
  const online = useOnline();
  const [using, setUsing] = useState(false);
  const [failed, setFailed] = useState(false);
  const [nth, setNth] = useState({ image, nth: 0 });
  if (nth.image !== image) setNth({ image, nth: nth.nth + 1 });
  const use = async (crop: () => Promise<ArrayBuffer>) => {
    setUsing(true);
    setFailed(false);
    try {
      onFace(await crop());
    } catch (reason) {
      console.error('A photo could not be kept', reason);
      setFailed(true);
      setUsing(false);
    }
  };
  return (
    <CropImage
      key={nth.nth}
      image={image}
      online={online}
      using={using}
      opening={opening}
      note={failed ? <Note kind="danger">{photoText.failed}</Note> : note}
      onChooseAnother={onAnother}
      onUse={(crop) => void use(crop)}
    />
  );
}
