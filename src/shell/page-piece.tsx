// Code that is loaded when its page opens. React's own `lazy` shows its fallback for at least 300 ms, however soon the code arrives. A
// start with the local database goes through two of them, so this shows the fallback only while it must.
import { type ComponentType, useEffect, useState } from 'react';
import { loadFailedStyles } from '../ui/failed-styles.ts';
import { Spinner } from '../ui/spinner.tsx';
import { beforehand, loadWanted } from './stale-chunk.ts';

export interface Piece<Props extends object = object> {
  /** the component, once it is loaded */
  readonly loaded: () => ComponentType<Props> | undefined;
  /** Loads it without showing it. Rejects if that fails; the next call tries again. */
  readonly preload: () => Promise<void>;
}

/** A component whose code is loaded on first use. */
export function piece<Props extends object = object>(load: () => Promise<{ readonly default: ComponentType<Props> }>): Piece<Props> {
  let component: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;
  return {
    loaded: () => component,
    preload: () => {
      loading ??= beforehand(failed ? loadFailedStyles().then(load) : load()).then(
        (module) => {
          component = module.default;
        },
        (error: unknown) => {
          loading = undefined;
          failed = true;
          throw error;
        },
      );
      return loading;
    },
  };
}

/**
 * Shows a piece, with its props. A failed load throws here, for the error screen around it. An `optional` piece shows nothing then. Give
 * each its own `key`.
 */
export function PagePiece<Props extends object>({
  piece,
  optional,
  ...props
}: { readonly piece: Piece<Props>; readonly optional?: boolean | undefined } & Props) {
  const [, setShown] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const Loaded = piece.loaded();
  useEffect(() => {
    // What this render showed counts: if the piece arrived between the render and this effect, it would never be shown.
    if (Loaded) return;
    let wanted = true;
    (optional ? piece.preload() : loadWanted(piece.preload, () => wanted)).then(
      () => wanted && setShown(true),
      (error: unknown) => wanted && setFailure({ error }),
    );
    return () => {
      wanted = false;
    };
  }, [piece, Loaded, optional]);
  if (failure && !optional) throw failure.error;
  if (Loaded) return <Loaded {...(props as unknown as Props)} />;
  return optional ? null : <Spinner />;
}
