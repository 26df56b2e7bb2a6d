import { X } from 'lucide-react';
import { type KeyboardEvent, useContext, useRef, useState } from 'react';
import { smallImageUrl } from '../../../../schemas/images/image.ts';
import type { Photo } from '../../../../schemas/images/photo.ts';
import { composeText } from '../../../text/compose-photos.ts';
import { photoGridText } from '../../../text/photos.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/forms/icon-button.tsx';
import { notify } from '../../../ui/overlays/toast.ts';
import { ImageSourceContext } from '../../../ui/people/image-source.ts';
import thumbs from '../../../ui/photos/photo-thumbs.module.css';
import { Note } from '../../../ui/states/note.tsx';
import { PhotoOptions } from './photo-options.tsx';
import styles from './photo-strip.module.css';
import type { ChosenPhotos } from './use-chosen-photos.ts';
import { useDragOrder } from './use-drag-order.ts';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The photos of a text that is being written, in their order. A press on one opens what can be done with it; arrow keys move it. */
export function PhotoStrip({ chosen, onGone }: { readonly chosen: ChosenPhotos; readonly onGone: () => void }) {
  const { photos, working, preview, problems, dismiss } = chosen;
  const [openId, setOpenId] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const count = photos.length;
  const open = photos.findIndex(({ id }) => id === openId);
  const photo = photos[open];

  const remove = (at: number) => {
    const { id } = photos[at] as Photo;
    setOpenId(undefined);
    // The pressed button goes with its photo.
    const next = list.current?.querySelectorAll<HTMLElement>('[data-photo]')[at + 1 < count ? at + 1 : at - 1];
    if (next) next.focus();
    else onGone();
    chosen.remove(id);
    notify.said(composeText.removed);
  };
  const move = (id: string, by: number) => {
    const to = photos.findIndex((one) => one.id === id) + by;
    if (to < 0 || to >= count) return;
    chosen.move(id, by);
    notify.said(photoGridText.photo(to + 1, count));
  };

  const { dragged, handlersOf } = useDragOrder(move);

  if (count + working + problems.length === 0) return null;
  return (
    <div className="stack gap-3">
      {count + working > 0 && (
        <ul ref={list} className={thumbs.thumbs} aria-label={photoGridText.photos(count)}>
          {photos.map((one, at) => (
            <Thumb
              key={one.id}
              photo={one}
              label={photoGridText.photo(at + 1, count)}
              drag={handlersOf(one.id)}
              dragged={dragged === one.id}
              onOpen={() => setOpenId(one.id)}
              onMove={(by) => move(one.id, by)}
              onRemove={() => remove(at)}
            />
          ))}
          {Array.from({ length: working }, (_, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
            <li key={nth} className={thumbs.thumb} data-working>
              {nth === 0 && (
                <>
                  {preview && <img src={preview} alt="" decoding="async" />}
                  <span className="visually-hidden">{composeText.working(working)}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite" className="stack gap-2">
        {problems.map((problem) => (
          <Note key={problem.nth} kind="danger">
            <span className={styles.problem}>
              <span>
                {problem.name && (
                  <>
                    <span className={styles.file} dir="auto">
                      {problem.name}
                    </span>
                    {': '}
                  </>
                )}
                {problem.text}
              </span>
              <IconButton label={composeText.dismiss} icon={<X />} onClick={() => dismiss(problem)} />
            </span>
          </Note>
        ))}
      </div>
      {photo && (
        <PhotoOptions
          photo={photo}
          nth={open + 1}
          count={count}
          chosen={chosen}
          onMove={(by) => move(photo.id, by)}
          onRemade={setOpenId}
          onRemove={() => remove(open)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </div>
  );
}

interface ThumbProps {
  readonly photo: Photo;
  readonly label: string;
  readonly drag: ReturnType<ReturnType<typeof useDragOrder>['handlersOf']>;
  readonly dragged: boolean;
  readonly onOpen: () => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function Thumb({ photo, label, drag, dragged, onOpen, onMove, onRemove }: ThumbProps) {
  const source = useContext(ImageSourceContext)(smallImageUrl(photo.id));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li className={classes(thumbs.thumb, styles.thumb)} data-dragged={dragged || undefined}>
      <button
        {...drag}
        type="button"
        data-photo={photo.id}
        className={styles.open}
        aria-label={composeText.open(label, photo.alt)}
        aria-description={composeText.keys}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        {source && <img src={source} alt="" decoding="async" draggable={false} />}
        {photo.alt && (
          <span className={styles.described} aria-hidden>
            {composeText.described}
          </span>
        )}
      </button>
      <IconButton
        label={composeText.removeNth(label)}
        icon={<X />}
        size="small"
        variant="soft"
        className={styles.remove}
        onClick={onRemove}
      />
    </li>
  );
}
