import { type ComponentType, createContext } from 'react';
import { type Piece, piece } from './page-piece.tsx';

/** Screens by the names of their files, each loaded when it is first shown. */
export type Screens = ReadonlyMap<string, Piece>;

export interface ScreenModule {
  readonly default: ComponentType;
}

/** Of what `import.meta.glob` finds. */
export const screensFrom = (files: Readonly<Record<string, () => Promise<ScreenModule>>>): Screens =>
  new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.tsx$/g, ''), piece(load)]));

/** Those of the side whose page is shown: what members see is known only to those who are signed in. */
export const ScreensContext = createContext<Screens>(new Map());
