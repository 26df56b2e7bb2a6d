import { type ComponentType, createContext } from 'react';
import { type Piece, piece } from './page-piece.tsx';

export interface ScreenModule {
  readonly default: ComponentType;
}

/** The screens of one side by the names of their files. Each is loaded when it is first shown. */
export interface Screens {
  readonly side: 'visitor' | 'member';
  readonly pieces: ReadonlyMap<string, Piece>;
}

/** The screens that `import.meta.glob` finds. */
export const screensFrom = (side: Screens['side'], files: Readonly<Record<string, () => Promise<ScreenModule>>>): Screens => ({
  side,
  pieces: new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.tsx$/g, ''), piece(load)])),
});

/** The screens of the side whose page is shown: only signed-in members have the screens for members. */
export const ScreensContext = createContext<Screens>({ side: 'visitor', pieces: new Map() });
