// Code that is loaded when its page opens. React's own `lazy` shows its fallback for at least 300 ms, however soon the code arrives. A
// start with the local database goes through two of them, so this shows the fallback only while it must.
import { type ComponentType, useEffect, useState } from 'react';
import { loadFailedStyles } from '../ui/behaviour/failed-styles.ts';
import { Spinner } from '../ui/states/spinner.tsx';
import { beforehand, loadWanted } from './versions/stale-chunk.ts';

/** Code that is loaded on first use. */
export interface LaterCode<Code> {
  /** what it exports, once it is loaded */
  readonly loaded: () => Code | undefined;
  /** Loads it without using it. Rejects if that fails; the next call tries again. */
  readonly preload: () => Promise<void>;
}

/** A component whose code is loaded on first use. */
export type Piece<Props extends object = object> = LaterCode<ComponentType<Props>>;

/** Something whose code is loaded on first use. */
export function laterCode<Code>(load: () => Promise<Code>): LaterCode<Code> {
  let code: Code | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;
  return {
    loaded: () => code,
    preload: () => {
      loading ??= beforehand(failed ? loadFailedStyles().then(load) : load()).then(
        (loaded) => {
          code = loaded;
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

export const piece = <Props extends object = object>(load: () => Promise<{ readonly default: ComponentType<Props> }>): Piece<Props> =>
  laterCode(() => load().then((module) => module.default));

/**
 * The code, once it is loaded; loads it. A failed load throws here, for the error screen around it. Of `optional` code nothing is shown then.
 */
export function useLaterCode<Code>(later: LaterCode<Code>, optional = false): Code | undefined {
  const [, setShown] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const code = later.loaded();
  useEffect(() => {
    // What this render showed counts: if the code arrived between the render and this effect, it would never be shown.
    if (code) return;
    let wanted = true;
    (optional ? later.preload() : loadWanted(later.preload, () => wanted)).then(
      () => wanted && setShown(true),
      (error: unknown) => wanted && setFailure({ error }),
    );
    return () => {
      wanted = false;
    };
  }, [later, code, optional]);
  if (failure && !optional) throw failure.error;
  return code;
}

/** Shows a piece, with its props. If it fails to load, the error screen around it shows; an `optional` piece shows nothing then. Give each its own `key`. */
export function PagePiece<Props extends object>({
  piece,
  optional = false,
  ...props
}: { readonly piece: Piece<Props>; readonly optional?: boolean | undefined } & Props) {
  const Loaded = useLaterCode(piece, optional);
  if (Loaded) return <Loaded {...(props as unknown as Props)} />;
  return optional ? null : <Spinner />;
}
