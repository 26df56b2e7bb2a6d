const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** Choosing the part of a photo that is kept. */
export const cropPartText = {
  title: 'Crop photo',
  area: 'The part to keep. Arrow keys move it. With Shift they move its right and lower edge.',
  hint: 'Drag the frame or its corners, or tap where a corner should be.',
  keysHint: 'Arrow keys move the frame, with Shift its right and lower edge.',
  whole: 'Whole photo',
  use: 'Use this part',
  using: 'Cropping...',
  cancel: 'Cancel',
  now: ({ x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): string =>
    `${percent(width)} wide, ${percent(height)} high, from ${percent(x)} left and ${percent(y)} top`,
  small: 'Only the smaller photo is on this device now. To crop it with all its pixels, choose the photo again.',
} as const;
