/** What a tour is: one person with browsers of their own, from one state to the next. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Demo } from './demo-server.ts';

export interface Scene {
  readonly page: Page;
  readonly demo: Demo;
  /** Opens another browser of this person's. */
  readonly again: (options?: BrowserContextOptions) => Promise<Page>;
}

/** What is to be known of a state that was reached. */
export interface Reached {
  /** what is photographed, where that is not the scene's own page */
  readonly page?: Page;
  /** it is a state in which something loads for ever */
  readonly waits?: boolean;
  /** Puts back what later states would stumble over. */
  readonly after?: () => Promise<unknown>;
}

/** Goes to a state. `own` is what its tour has begun with. */
type Walk<Own> = (scene: Scene, own: Own) => Promise<Reached> | Promise<void>;

export interface Tour {
  readonly name: string;
  readonly serviceWorkers: 'allow' | 'block';
  readonly states: readonly string[];
  /** Begins the tour; what it returns goes to the state of that name. */
  begin(scene: Scene): Promise<(state: string) => Promise<Reached>>;
}

/** `begin` comes before all states; what it returns is told to each of them. */
export function tour<Own>({
  name,
  serviceWorkers = 'allow',
  begin,
  states,
}: {
  name: string;
  serviceWorkers?: 'allow' | 'block';
  begin: (scene: Scene) => Promise<Own>;
  states: Readonly<Record<string, Walk<Own>>>;
}): Tour {
  return {
    name,
    serviceWorkers,
    states: Object.keys(states),
    async begin(scene) {
      const own = await begin(scene);
      return async (state) => (await states[state]?.(scene, own)) ?? {};
    },
  };
}
