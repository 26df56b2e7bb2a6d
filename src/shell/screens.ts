import { type ComponentType, createContext } from 'react';
import { type Piece, piece } from './page-piece.tsx';

export interface ScreenModule {
  readonly default: ComponentType;
}

/** The screens of one side by the names of their files, each loaded when it is first shown. */
export interface Screens {
  readonly side: 'visitor' | 'member';
  readonly pieces: ReadonlyMap<string, Piece>;
}

/** Of what `import.meta.glob` finds. */
export const screensFrom = (side: Screens['side'], files: Readonly<Record<string, () => Promise<ScreenModule>>>): Screens => ({
  side,
  pieces: new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.tsx$/g, ''), piece(load)])),
});

/** Of the side whose page is shown: what members see is known only to those who are signed in. */
export const ScreensContext = createContext<Screens>({ side: 'visitor', pieces: new Map() });
