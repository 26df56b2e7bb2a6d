// How the photos of a viewer move: swipes, pulls, pinches, double taps and the wheel, by `yet-another-react-lightbox`.
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import {
  type ComponentProps,
  type ControllerRef,
  createModule,
  type GenericSlide,
  Lightbox,
  LightboxRoot,
  type Plugin,
  useEvents,
  type ZoomRef,
} from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import type { Photo } from '../../../schemas/images/photo.ts';
import { photoViewText } from '../../text/photo-view.ts';
import { photoGridText } from '../../text/photos.ts';
import { PhotoSlide } from './photo-slide.tsx';
import stage from './photo-stage.module.css';

interface OnePhoto extends GenericSlide {
  readonly type: 'photo';
  readonly photo: Photo;
}
declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    photo: OnePhoto;
  }
}

/** How far a photo is enlarged at most, from the size in which it is shown whole. */
export const ZOOM_MAX = 4;
const SWIPE_MS = 300;
/** Between two photos, in pixels. */
const GAP = 24;
const labels = { Carousel: photoViewText.gallery, 'Photo gallery': photoViewText.gallery, Slide: photoViewText.photo };

/** The package's own frame would put itself beside the app and take the focus there. Here all of it is inside a dialog, with our bars. */
function Frame({ children, close }: ComponentProps) {
  const { subscribe } = useEvents();
  useEffect(() => subscribe('close', close), [subscribe, close]);
  return <LightboxRoot className={stage.stage}>{children}</LightboxRoot>;
}
const inDialog: Plugin = ({ replace, remove }) => {
  replace('portal', createModule('frame', Frame));
  for (const part of ['no-scroll', 'toolbar', 'navigation']) remove(part);
};
const plugins = [inDialog, Zoom];

/** What the bars and keys of a viewer do with its stage. */
export interface StageHandle {
  readonly previous: () => void;
  readonly next: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
}

export interface PhotoStageProps {
  readonly ref: RefObject<StageHandle | null>;
  readonly photos: readonly Photo[];
  /** the place of the shown one, from 0 */
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onZoom: (zoom: number) => void;
  /** a pull down */
  readonly onClose: () => void;
  /** whether the large picture of the shown one is here: its neighbours' are asked for after it */
  readonly isHere: boolean;
  readonly from: string | null;
  /** over the photos */
  readonly children: ReactNode;
}

/** One photo and its two neighbours. It takes the focus. */
export function PhotoStage({ ref, photos, at, onAt, onZoom, onClose, isHere, from, children }: PhotoStageProps) {
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  useEffect(() => {
    ref.current = {
      previous: () => controller.current?.prev(),
      next: () => controller.current?.next(),
      zoomIn: () => zoom.current?.zoomIn(),
      zoomOut: () => zoom.current?.zoomOut(),
    };
    controller.current?.focus();
    return () => {
      ref.current = null;
    };
  }, [ref]);
  const slides = useMemo(() => photos.map((photo): OnePhoto => ({ type: 'photo', photo })), [photos]);
  return (
    <Lightbox
      open
      close={onClose}
      slides={slides}
      index={at}
      plugins={plugins}
      labels={labels}
      carousel={{ finite: true, preload: 1, padding: 0, spacing: `${GAP}px` }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnEscape: false }}
      animation={{ swipe: SWIPE_MS, zoom: SWIPE_MS }}
      zoom={{ ref: zoom, supports: ['photo'], maxZoom: ZOOM_MAX, scrollToZoom: true }}
      on={{ view: ({ index }) => onAt(index), zoom: (now) => onZoom(now.zoom) }}
      render={{
        slide: ({ slide, offset, rect }) =>
          slide.type === 'photo' && (
            <PhotoSlide
              photo={slide.photo}
              label={slide.photo.alt || photoGridText.photo(slides.indexOf(slide) + 1, slides.length)}
              large={offset === 0 || isHere}
              from={from}
              space={rect}
            />
          ),
        controls: () => children,
      }}
    />
  );
}
