import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadFailedStyles } from './failed-styles.ts';

/**
 * What a press asks for and no screen needs to stand, once it is there. `onFailed` is called where it cannot be had, so that whoever
 * asked can say so and take the press back; the next press tries again. Give `load` as a function of its own, defined once: where an
 * import is told at once what follows it, the build leaves a missing style sheet to nobody.
 */
export function useLoaded<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  wanted: boolean,
  onFailed: () => void,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<{ readonly component: ComponentType<Props> }>();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    if (!wanted || loaded) return;
    let stillWanted = true;
    loadFailedStyles()
      .then(load)
      .then(
        (module) => stillWanted && setLoaded({ component: module.default }),
        () => stillWanted && failed.current(),
      );
    return () => {
      stillWanted = false;
    };
  }, [load, wanted, loaded]);
  return loaded?.component;
}
