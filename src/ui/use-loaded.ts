import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadFailedStyles } from './failed-styles.ts';

interface Module<Props extends object> {
  readonly default: ComponentType<Props>;
}

/** Loads a component, and has it at hand from then on. */
export interface Loader<Props extends object> {
  (): Promise<Module<Props>>;
  readonly loaded: () => ComponentType<Props> | undefined;
}

/** What a press asks for and no screen needs to stand. */
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
 * What a press asked for, once it is there: at once where it was loaded before, so that the next key is for it. `onFailed` is called
 * where it cannot be had, so that whoever asked can say so and take the press back; the next press tries again.
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
