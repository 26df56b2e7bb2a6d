// The content of the photo sheet. A file is chosen, dropped or pasted, then cropped. Or the photo is removed, after a question.

import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { imageTypes } from '../../../schemas/images/image.ts';
import { imageWording } from '../../../schemas/wording/image-wording.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { lacksDiskSpace } from '../../../workers/device/disk-space.ts';
import { keepImage } from '../../data/images.ts';
import { useStore } from '../../data/local-store.tsx';
import { photoText } from '../../text/images.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Note } from '../../ui/note.tsx';
import { CropImage } from '../images/crop-image.tsx';
import { openImage } from '../images/open-image.ts';
import { useDroppedImage } from '../images/use-dropped-image.ts';
import styles from './photo-chooser.module.css';
import { writeProfilePhoto } from './write-profile.ts';

export interface PhotoChooserProps {
  readonly userId: string;
  readonly name: string;
  /** the present photo */
  readonly imageUrl: string | null;
  readonly onClose: () => void;
}

/** The messages for a photo that could not be stored or removed. */
const using = { noDiskSpace: photoText.noDiskSpace, failed: photoText.failed };
const removing = { noDiskSpace: photoText.removeNoDiskSpace, failed: photoText.removeFailed };

type Phase =
  | { readonly at: 'choosing' | 'removing' }
  /** `nth`: a new file starts a new crop, while a refused file leaves this one as it is */
  | { readonly at: 'cropping'; readonly image: HTMLCanvasElement; readonly nth: number };

/** Nothing is stored before "Use photo" is pressed: closing the sheet changes nothing. */
export function PhotoChooser({ userId, name, imageUrl, onClose }: PhotoChooserProps) {
  const store = useStore();
  const [phase, setPhase] = useState<Phase>({ at: 'choosing' });
  const [doing, setDoing] = useState<'opening' | 'writing' | null>(null);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(0);

  const open = useCallback(async (file: Blob) => {
    latest.current += 1;
    const mine = latest.current;
    setDoing('opening');
    setError(undefined);
    const image = await openImage(file);
    // Another file was chosen meanwhile.
    if (mine !== latest.current) return;
    setDoing(null);
    if (image.opened) setPhase({ at: 'cropping', image: image.canvas, nth: mine });
    else setError(imageWording[image.code]);
  }, []);
  const dropping = useDroppedImage(open);

  /** Writes the decision. If it cannot be stored it stays on the screen, to try again. */
  const write = async (decide: () => Promise<string | null>, said: { readonly noDiskSpace: string; readonly failed: string }) => {
    setDoing('writing');
    setError(undefined);
    try {
      const verdict = await writeProfilePhoto(store, await decide());
      if (verdict.allowed) onClose();
      else setError(refusalWording[verdict.code]);
    } catch (reason) {
      if (!lacksDiskSpace(reason)) console.error('A photo could not be kept', reason);
      setError(lacksDiskSpace(reason) ? said.noDiskSpace : said.failed);
    } finally {
      setDoing(null);
    }
  };
  const choose = () => input.current?.click();
  const note = error && <Note kind="danger">{error}</Note>;

  return (
    <div className={classes(styles.chooser, dropping && styles.dropping)}>
      <input
        ref={input}
        type="file"
        hidden
        accept={imageTypes.join(',')}
        aria-label={photoText.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void open(file);
          // Choosing the same file again must fire a change event.
          target.value = '';
        }}
      />
      {phase.at === 'cropping' && (
        <CropImage
          key={phase.nth}
          image={phase.image}
          using={doing === 'writing'}
          opening={doing === 'opening'}
          note={note}
          onChooseAnother={choose}
          onUse={(crop) => write(async () => keepImage(await crop()), using)}
        />
      )}
      {phase.at === 'removing' && (
        <Question
          busy={doing === 'writing'}
          note={note}
          onRemove={() => void write(() => Promise.resolve(null), removing)}
          onKeep={() => {
            setError(undefined);
            setPhase({ at: 'choosing' });
          }}
        />
      )}
      {phase.at === 'choosing' && (
        <>
          <div className={styles.place}>
            <Avatar userId={userId} name={name} imageUrl={imageUrl} size={96} />
            <p className={styles.help}>{photoText.help}</p>
            <p className={classes(styles.help, styles.byMouse)}>{dropping ? photoText.drop : photoText.alsoDrop}</p>
          </div>
          {note}
          <div className={styles.actions}>
            <Button variant="primary" icon={<ImagePlus />} busy={doing === 'opening'} onClick={choose}>
              {doing === 'opening' ? photoText.opening : photoText.choose}
            </Button>
            {imageUrl !== null && (
              <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setPhase({ at: 'removing' })}>
                {photoText.remove}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function Question(props: { readonly busy: boolean; readonly note: ReactNode; readonly onRemove: () => void; readonly onKeep: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // The question replaces the button that opened it.
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div role="group" aria-labelledby="remove-photo" aria-describedby="remove-photo-help">
        <h3 id="remove-photo" className={styles.question}>
          {photoText.removeQuestion}
        </h3>
        <p id="remove-photo-help" className={styles.help}>
          {photoText.removeHelp}
        </p>
      </div>
      {props.note}
      <div className={styles.actions}>
        <Button variant="danger-fill" busy={props.busy} onClick={props.onRemove}>
          {photoText.remove}
        </Button>
        <Button ref={keep} variant="soft" onClick={props.onKeep}>
          {photoText.keep}
        </Button>
      </div>
    </>
  );
}
