import { Camera } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { PageSurface } from '../../../data/photos/page-surface.ts';
import { type ChosenFile, readChosen } from '../../../data/photos/read-chosen.ts';
import { photoText } from '../../../text/images.ts';
import { unopenedText } from '../../../text/photo-refusals.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { ImageInput } from '../../../ui/images/image-input.tsx';
import { LoadingSheet } from '../../../ui/overlays/loading-sheet.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { ImageSourceContext } from '../../../ui/people/image-source.ts';
import { Note } from '../../../ui/states/note.tsx';

const load = () => import('./choose-face.tsx');

/** An object URL of these bytes, valid while the page shows it. */
function useUrl(bytes: ArrayBuffer | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(new Blob([bytes]));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return bytes && url;
}

/** The photo of a person who has no account yet. One press opens the picker. Nothing is sent before they join. */
export function FaceField({
  name,
  face,
  onFace,
}: {
  readonly name: string;
  readonly face: ArrayBuffer | undefined;
  readonly onFace: (bytes: ArrayBuffer) => void;
}) {
  const [image, setImage] = useState<PageSurface>();
  const [error, setError] = useState<string>();
  const [opening, setOpening] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shown = useUrl(face);

  const open = async (file: ChosenFile) => {
    setOpening(true);
    setError(undefined);
    try {
      const [{ openImage }] = await Promise.all([import('../../../ui/images/open-image.ts'), load()]);
      const opened = await openImage(file);
      if (opened.opened) setImage(opened.image);
      else setError(unopenedText[opened.code]);
    } catch (reason) {
      console.warn('The code that opens a photo could not be loaded', reason);
      setError(photoText.loadFailed);
    } finally {
      setOpening(false);
    }
  };
  return (
    <div className="stack gap-3">
      <div className="row gap-3">
        <ImageSourceContext.Provider value={(url) => url ?? undefined}>
          <Avatar userId={name} name={name} imageUrl={shown} size={48} />
        </ImageSourceContext.Provider>
        <Button ref={button} className="rest" icon={<Camera />} busy={opening} onClick={() => input.current?.click()}>
          {face ? photoText.change : photoText.addOptional}
        </Button>
        <ImageInput ref={input} onFiles={([file]) => file && void open(readChosen(file))} />
      </div>
      {error && <Note kind="danger">{error}</Note>}
      {image && (
        <CropSheet
          image={image}
          opening={opening}
          note={error && <Note kind="danger">{error}</Note>}
          returnTo={button}
          onAnother={() => input.current?.click()}
          onFace={(bytes) => {
            onFace(bytes);
            setImage(undefined);
          }}
          onClose={() => setImage(undefined)}
        />
      )}
    </div>
  );
}

interface CropSheetProps {
  readonly image: PageSurface;
  readonly opening: boolean;
  readonly note: ReactNode;
  readonly returnTo: RefObject<HTMLElement | null>;
  readonly onAnother: () => void;
  readonly onFace: (bytes: ArrayBuffer) => void;
  readonly onClose: () => void;
}

const CropSheet = ({ returnTo, onClose, ...props }: CropSheetProps) => (
  <LoadingSheet
    title={photoText.title}
    failedText={photoText.loadFailed}
    blockSize="16rem"
    load={load}
    onClose={onClose}
    returnTo={returnTo}
  >
    {({ ChooseFace }) => <ChooseFace {...props} />}
  </LoadingSheet>
);
