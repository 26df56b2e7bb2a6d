// A picture is chosen, dropped or pasted, then cropped. Or the present one is removed, after a question.

import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { PageSurface } from '../../data/photos/page-surface.ts';
import { type ChosenFile, readChosen } from '../../data/photos/read-chosen.ts';
import { photoText } from '../../text/images.ts';
import { unopenedText } from '../../text/photo-refusals.ts';
import { classes } from '../classes.ts';
import { Button } from '../forms/button.tsx';
import { Note } from '../states/note.tsx';
import { CropImage } from './crop-image.tsx';
import styles from './image-chooser.module.css';
import { ImageInput } from './image-input.tsx';
import { openImage } from './open-image.ts';

/** Carries a decision out. Resolves with the reason if that failed: the decision then stays on the screen, to try again. */
type Decision<T> = (what: T) => Promise<string | undefined>;

export interface ImageChooserProps {
  /** how the present image looks, or what is shown in its place */
  readonly present: ReactNode;
  /** chosen, dropped or pasted outside of the chooser; the latest is opened */
  readonly file: ChosenFile | undefined;
  /** whether a file is being dragged over the page */
  readonly dropping: boolean;
  /** whether there is a network: without one the image is sent later */
  readonly online: boolean;
  /** receives a function that encodes the chosen area */
  readonly onUse: Decision<() => Promise<ArrayBuffer>>;
  /** how the present image is removed, and what then takes its place, in words; left out if there is none */
  readonly removal: Removal | undefined;
}

interface Removal {
  readonly help: string;
  readonly onRemove: Decision<void>;
}

type Phase =
  | { readonly at: 'choosing' }
  /** the question stays while the image goes */
  | { readonly at: 'removing'; readonly removal: Removal }
  /** `nth`: a new file starts a new crop, while a refused file leaves this one as it is */
  | { readonly at: 'cropping'; readonly image: PageSurface; readonly nth: number };

/** Nothing is stored before "Use photo" is pressed: a chooser that is closed changes nothing. */
export function ImageChooser({ present, file, dropping, online, onUse, removal }: ImageChooserProps) {
  const [phase, setPhase] = useState<Phase>({ at: 'choosing' });
  const [doing, setDoing] = useState<'opening' | 'deciding' | null>(null);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(0);

  const open = useCallback(async (file: ChosenFile) => {
    latest.current += 1;
    const mine = latest.current;
    setDoing('opening');
    setError(undefined);
    const found = await openImage(file);
    // Another file was chosen in the meantime.
    if (mine !== latest.current) return;
    setDoing(null);
    if (found.opened) setPhase({ at: 'cropping', image: found.image, nth: mine });
    else setError(unopenedText[found.code]);
  }, []);
  useEffect(() => {
    if (file !== undefined) void open(file);
  }, [file, open]);

  const decide = async (decision: () => Promise<string | undefined>) => {
    setDoing('deciding');
    setError(undefined);
    setError(await decision());
    setDoing(null);
  };
  const choose = () => input.current?.click();
  const note = error && <Note kind="danger">{error}</Note>;

  return (
    <div className={classes('stack gap-4', dropping && styles.dropping)}>
      <ImageInput ref={input} onFiles={([chosen]) => chosen && void open(readChosen(chosen))} />
      {phase.at === 'cropping' && (
        <CropImage
          key={phase.nth}
          image={phase.image}
          online={online}
          using={doing === 'deciding'}
          opening={doing === 'opening'}
          note={note}
          onChooseAnother={choose}
          onUse={(crop) => void decide(() => onUse(crop))}
        />
      )}
      {phase.at === 'removing' && (
        <Question
          help={phase.removal.help}
          busy={doing === 'deciding'}
          note={note}
          onRemove={() => void decide(phase.removal.onRemove)}
          onKeep={() => {
            setError(undefined);
            setPhase({ at: 'choosing' });
          }}
        />
      )}
      {phase.at === 'choosing' && (
        <>
          <div className={styles.place}>
            {present}
            <p className={`small ${styles.help}`}>{photoText.help}</p>
            <p className={classes('small', styles.help, styles.byMouse)}>{dropping ? photoText.drop : photoText.alsoDrop}</p>
          </div>
          {note}
          <div className="stack gap-3">
            <Button variant="primary" icon={<ImagePlus />} busy={doing === 'opening'} onClick={choose}>
              {doing === 'opening' ? photoText.opening : photoText.choose}
            </Button>
            {removal && (
              <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setPhase({ at: 'removing', removal })}>
                {photoText.remove}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface QuestionProps {
  readonly help: string;
  readonly busy: boolean;
  readonly note: ReactNode;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
}

function Question({ help, busy, note, onRemove, onKeep }: QuestionProps) {
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
        <p id="remove-photo-help" className={`small ${styles.help}`}>
          {help}
        </p>
      </div>
      {note}
      <div className="stack gap-3">
        <Button variant="danger-fill" busy={busy} onClick={onRemove}>
          {photoText.remove}
        </Button>
        <Button ref={keep} variant="soft" onClick={onKeep}>
          {photoText.keep}
        </Button>
      </div>
    </>
  );
}
