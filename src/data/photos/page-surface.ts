import { CONTEXT_SETTINGS, type MakeSurface, prepared, type Surface } from '../../../workers/device/photos/surface.ts';

/** A surface of the page. */
export interface PageSurface extends Surface {
  readonly source: HTMLCanvasElement;
}

export const pageSurface: MakeSurface<PageSurface> = (size) => {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = prepared(canvas.getContext('2d', { ...CONTEXT_SETTINGS }), size);
  return {
    ...size,
    context,
    source: canvas,
    encode: (type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
    free: () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  };
};
