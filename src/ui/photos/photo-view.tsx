// Photos, one at a time over the whole page. Dark in both themes. Back, Escape, a pull down and the button close it.
import { ChevronLeft, ChevronRight, Download, Share2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { imageUrl, smallImageUrl } from '../../../schemas/images/image.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import { commonText } from '../../text/common.ts';
import { photoViewText } from '../../text/photo-view.ts';
import { zoomText } from '../../text/zoom.ts';
import { IconButton, type IconButtonProps } from '../forms/icon-button.tsx';
import { focusBack } from '../overlays/focus-back.ts';
import { useCloseOnBack } from '../overlays/use-close-on-back.ts';
import { ImageSourceContext } from '../people/image-source.ts';
import { PhotoCaption } from './photo-caption.tsx';
import { PhotoStage, type StageHandle, ZOOM_MAX } from './photo-stage.tsx';
import styles from './photo-view.module.css';

export interface PhotoViewProps {
  readonly title: string;
  /** who shows them, and since when */
  readonly head: ReactNode;
  /** at least one */
  readonly photos: readonly Photo[];
  /** the place of the shown one, from 0 */
  readonly at: number;
  /** whether there are more than these, which are not read yet */
  readonly more: boolean;
  readonly onAt: (at: number) => void;
  readonly onClose: () => void;
  /** path and search by which the shown photo opens again */
  readonly address: string;
  /** the first name of the author; null for the member's own */
  readonly from: string | null;
  readonly offline: boolean;
  readonly onSave: (photo: Photo) => void;
  /** left out where the browser cannot share pictures */
  readonly onShare?: ((photo: Photo) => void) | undefined;
  /** Save or Share was pressed before the large picture is here. */
  readonly onNotHere: () => void;
}

/** A button that does nothing for now keeps the focus: the keys of the viewer work wherever that is. */
function ViewButton({ off, onClick, ...button }: IconButtonProps & { readonly off?: boolean }) {
  return <IconButton {...button} aria-disabled={off || undefined} onClick={off ? undefined : onClick} />;
}

export function PhotoView({ title, head, photos, at, more, onAt, onClose, address, from, ...rest }: PhotoViewProps) {
  const { offline, onSave, onShare, onNotHere } = rest;
  const [opener] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null));
  const stage = useRef<StageHandle>(null);
  const caption = useId();
  const [zoom, setZoom] = useState(1);
  useCloseOnBack(true, onClose, address);
  const useSource = useContext(ImageSourceContext);
  const photo = photos[at];
  const small = useSource(photo && smallImageUrl(photo.id));
  const large = useSource(photo && imageUrl(photo.id), true);
  if (!photo) return null;
  const act = (does: (photo: Photo) => void) => () => (large ? does(photo) : onNotHere());
  const previous = () => stage.current?.previous();
  const next = () => stage.current?.next();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    if (event.key === (rtl ? 'ArrowRight' : 'ArrowLeft')) previous();
    else if (event.key === (rtl ? 'ArrowLeft' : 'ArrowRight')) next();
    else if (event.key === 'Home') onAt(0);
    else if (event.key === 'End') onAt(photos.length - 1);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.behind} />
        <Dialog.Content
          className={styles.view}
          data-dark
          data-described={photos.some(({ alt }) => alt !== '') || undefined}
          aria-describedby={photo.alt === '' ? undefined : caption}
          onKeyDown={onKeyDown}
          // Nothing but a message is outside.
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(opener);
          }}
        >
          <Dialog.Title className="visually-hidden">{title}</Dialog.Title>
          <PhotoStage
            ref={stage}
            photos={photos}
            at={at}
            onAt={onAt}
            onZoom={setZoom}
            onClose={onClose}
            isHere={large !== undefined}
            from={from}
          >
            <div className={`row gap-2 ${styles.bar} ${styles.head}`}>
              <div className="rest">{head}</div>
              <div className={`row ${styles.zoom}`}>
                <ViewButton label={zoomText.out} icon={<ZoomOut />} off={zoom <= 1} onClick={() => stage.current?.zoomOut()} />
                <ViewButton label={zoomText.in} icon={<ZoomIn />} off={zoom >= ZOOM_MAX} onClick={() => stage.current?.zoomIn()} />
              </div>
              <IconButton label={photoViewText.save} icon={<Download />} onClick={act(onSave)} />
              {onShare && <IconButton label={photoViewText.share} icon={<Share2 />} onClick={act(onShare)} />}
              <IconButton label={commonText.close} icon={<X />} size="large" onClick={onClose} />
            </div>
            <div className={`stack ${styles.bar} ${styles.foot}`}>
              {photo.alt !== '' && <PhotoCaption key={photo.id} id={caption} text={photo.alt} />}
              {offline && small && !large && <p className={`meta ${styles.smaller}`}>{photoViewText.smaller}</p>}
              {photos.length > 1 && (
                <div className={`row gap-2 ${styles.walk}`}>
                  <ViewButton
                    className={styles.previous}
                    label={photoViewText.previous}
                    icon={<ChevronLeft className="mirrored" />}
                    size="large"
                    off={at === 0}
                    onClick={previous}
                  />
                  <p className={styles.place}>{photoViewText.place(at + 1, photos.length, more)}</p>
                  <ViewButton
                    className={styles.next}
                    label={photoViewText.next}
                    icon={<ChevronRight className="mirrored" />}
                    size="large"
                    off={at === photos.length - 1}
                    onClick={next}
                  />
                </div>
              )}
            </div>
          </PhotoStage>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
