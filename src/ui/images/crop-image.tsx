// A picture under a round crop window: moved and zoomed by hand (mouse, wheel, one and two fingers), by a tap on what should be in its
// middle, and by keys. The buttons that move it are shown only to people who use a keyboard.
import { photoText } from '../../text/images.ts';
import { zoomText } from '../../text/zoom.ts';
import 'react-easy-crop/react-easy-crop.css';
import { MoveDown, MoveLeft, MoveRight, MoveUp, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import type { PageSurface } from '../../data/photos/page-surface.ts';
import { Button } from '../forms/button.tsx';
import { IconButton } from '../forms/icon-button.tsx';
import { Note } from '../states/note.tsx';
import styles from './crop-image.module.css';
import {
  areaOf,
  centred,
  type Frame,
  type Placement,
  pointedAt,
  type Step,
  stepOfKey,
  stepped,
  turned,
  ZOOM_MAX,
  ZOOM_MIN,
  ZOOM_STEP,
  zoomed,
} from './crop-rules.ts';
import { addressOf, encodeArea } from './encode-image.ts';
import { turnRight } from './open-image.ts';

/** A finger that moves less than this has tapped. */
const TAP_SLOP = 8;

export interface CropImageProps {
  readonly image: PageSurface;
  /** whether there is a network: without one the image is sent later */
  readonly online: boolean;
  /** whether the chosen area is being stored */
  readonly using: boolean;
  /** whether another file is being opened */
  readonly opening: boolean;
  /** the error message above the buttons */
  readonly note: ReactNode;
  readonly onChooseAnother: () => void;
  /** receives a function that encodes the area in the window */
  readonly onUse: (crop: () => Promise<ArrayBuffer>) => void;
}

/** Crops a picture to the area in a round window. */
export function CropImage({ image: chosen, online, using, opening, note, onChooseAnother, onUse }: CropImageProps) {
  const [image, setImage] = useState(chosen);
  const address = useAddress(image);
  const [placing, setPlacing] = useState(centred);
  const [statusText, setSaid] = useState('');
  const [window, setWindow] = useState(0);
  const region = useRef<HTMLDivElement>(null);
  const frame: Frame = { width: image.width, height: image.height, window };
  const { x, y, zoom } = placing;

  // The button that opened this view is gone. The crop window takes the focus as soon as it is rendered, since keys can move it.
  const ready = window > 0;
  useEffect(() => {
    if (ready) region.current?.querySelector<HTMLElement>('[role=application]')?.focus();
  }, [ready]);

  const place = (next: Placement) => {
    setPlacing(next);
    if (next.zoom !== zoom) setSaid(zoomText.now(next.zoom));
  };
  const turn = () => {
    setImage(turnRight(image));
    setPlacing(turned(placing));
    setSaid(photoText.turned);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOfKey(event.key);
    if (!step) return;
    event.preventDefault();
    if (step === 'turn') turn();
    else place(stepped(placing, step, frame));
  };
  // A press that moves is a drag, which the cropper follows by itself.
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const onPointerDown = ({ isPrimary, clientX: x, clientY: y }: PointerEvent) => {
    pressed.current = isPrimary ? { x, y } : null;
  };
  const onPointerUp = ({ isPrimary, clientX, clientY, currentTarget }: PointerEvent) => {
    const from = pressed.current;
    pressed.current = null;
    if (!isPrimary || !from || Math.hypot(clientX - from.x, clientY - from.y) > TAP_SLOP) return;
    const box = currentTarget.getBoundingClientRect();
    place(pointedAt(placing, { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 }, frame));
  };
  const step = (one: Step, label: string, icon: ReactNode) => (
    <IconButton label={label} icon={icon} variant="soft" onClick={() => place(stepped(placing, one, frame))} />
  );
  return (
    <div className={`stack gap-4 ${styles.cropping}`}>
      <div className={styles.picture} ref={region} onPointerDown={onPointerDown} onPointerUp={onPointerUp}>
        {address && (
          <Cropper
            image={address}
            crop={{ x, y }}
            zoom={zoom}
            minZoom={ZOOM_MIN}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropShape="round"
            objectFit="cover"
            showGrid={false}
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: styles.window ?? '' }}
            mediaProps={{ alt: '' }}
            cropperProps={{ role: 'application', 'aria-label': photoText.area, onKeyDown }}
            onCropChange={(point) => setPlacing((before) => ({ ...before, ...point }))}
            onZoomChange={(next) => setPlacing((before) => ({ ...before, zoom: next }))}
            setCropSize={(size) => setWindow(size.width)}
          />
        )}
      </div>
      <div className={`stack gap-3 ${styles.tools}`}>
        <div className={`row gap-2 ${styles.zoom}`}>
          {step('out', zoomText.out, <ZoomOut />)}
          <input
            type="range"
            aria-label={zoomText.label}
            aria-valuetext={zoomText.now(zoom)}
            min={ZOOM_MIN}
            max={ZOOM_MAX}
            step={ZOOM_STEP / 5}
            value={zoom}
            onChange={(event) => setPlacing(zoomed(placing, event.target.valueAsNumber, frame))}
          />
          {step('in', zoomText.in, <ZoomIn />)}
          <IconButton label={photoText.turn} icon={<RotateCw />} variant="soft" onClick={turn} />
        </div>
        <div className={styles.how}>
          <p className={`small ${styles.hint}`}>{photoText.moveHint}</p>
          <div className={`row gap-2 ${styles.moves}`}>
            {step('left', photoText.left, <MoveLeft />)}
            {step('up', photoText.up, <MoveUp />)}
            {step('down', photoText.down, <MoveDown />)}
            {step('right', photoText.right, <MoveRight />)}
          </div>
        </div>
        <p className="visually-hidden" role="status">
          {statusText}
        </p>
      </div>
      {note}
      {!online && <Note>{photoText.offline}</Note>}
      <div className="stack gap-3">
        <Button variant="primary" busy={using} disabled={!ready} onClick={() => onUse(() => encodeArea(image, areaOf(placing, frame)))}>
          {using ? photoText.using : photoText.use}
        </Button>
        <Button variant="soft" busy={opening} onClick={onChooseAnother}>
          {opening ? photoText.opening : photoText.chooseAnother}
        </Button>
      </div>
    </div>
  );
}

/** An object URL of this picture, valid while the page shows it. */
function useAddress(image: PageSurface): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let wanted = true;
    let address: string | undefined;
    void addressOf(image).then((made) => {
      address = made;
      if (wanted) setShown(made);
      else URL.revokeObjectURL(made);
    });
    return () => {
      wanted = false;
      if (address) URL.revokeObjectURL(address);
    };
  }, [image]);
  return shown;
}
