import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadFailedStyles } from './failed-styles.ts';

interface Module<Props extends object> {
  readonly default: ComponentType<Props>;
}

/** Loads a component, and keeps it from then on. */
export interface Loader<Props extends object> {
  (): Promise<Module<Props>>;
  readonly loaded: () => ComponentType<Props> | undefined;
}

/** For a component that a press opens, and that no screen needs at first. */
export function loader<Props extends object>(load: () => Promise<Module<Props>>): Loader<Props> {
  let component: ComponentType<Props> | undefined;
  const begin = async () => {
    const module = await load();
    component = module.default;
    return module;
  };
  return Object.assign(begin, { loaded: () => component });
}

/**
 * The component that a press asked for, once it is loaded. If it was loaded before, it is there at once, so that it gets the next key.
 * `onFailed` is called if it cannot be loaded, so that the caller can say so and undo the press; the next press tries again.
 */
export function useLoaded<Props extends object>(
  load: Loader<Props>,
  wanted: boolean,
  onFailed: () => void,
): ComponentType<Props> | undefined {
  const [, setShown] = useState(false);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  const Loaded = load.loaded();
  useEffect(() => {
    if (!wanted || Loaded) return;
    let stillWanted = true;
    loadFailedStyles()
      .then(load)
      .then(
        () => stillWanted && setShown(true),
        () => stillWanted && failed.current(),
      );
    return () => {
      stillWanted = false;
    };
  }, [load, wanted, Loaded]);
  return Loaded;
}
