/** What a tour is: one person with their own browsers, from one state to the next. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Demo } from './demo-server.ts';

export interface Scene {
  readonly page: Page;
  readonly demo: Demo;
  /** Opens another browser of this person. */
  readonly again: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Details of a state that was reached. */
export interface Reached {
  /** what is photographed, if it is not the scene's own page */
  readonly page?: Page;
  /** in this state something loads forever */
  readonly waits?: boolean;
  /** Restores what would disturb later states. */
  readonly after?: () => Promise<unknown>;
}

/** Goes to a state. `own` is what the `begin` of its tour returned. */
type Walk<Own> = (scene: Scene, own: Own) => Promise<Reached> | Promise<void>;

export interface Tour {
  readonly name: string;
  readonly serviceWorkers: 'allow' | 'block';
  readonly states: readonly string[];
  /** Begins the tour. Returns a function that goes to the state with a name. */
  begin(scene: Scene): Promise<(state: string) => Promise<Reached>>;
}

/** `begin` runs before all states; each of them receives what it returns. */
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
