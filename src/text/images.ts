import type { ImageRefusal } from '../../schemas/images/image.ts';

/** Texts for the member's photo: choosing, cropping, removing it, and the step after signing up. */
export const photoText = {
  change: 'Change photo',
  add: 'Add a photo',
  addOptional: 'Add a photo (optional)',
  title: 'Your photo',
  help: 'A JPG, PNG or WebP image of any size. Only the part that you choose is kept, without place and time.',
  alsoDrop: 'You can also drop a picture here, or paste one.',
  drop: 'Drop the picture here',
  choose: 'Choose a photo',
  chooseAnother: 'Choose another',
  opening: 'Opening...',
  use: 'Use photo',
  using: 'Keeping...',
  area: 'Your photo. Arrow keys move it, plus and minus zoom, R turns it.',
  moveHint: 'Drag the picture, or tap what should be in the middle.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  turn: 'Turn right',
  left: 'Move left',
  right: 'Move right',
  up: 'Move up',
  down: 'Move down',
  turned: 'Turned right',
  offline: 'You are offline. Your photo is saved on this device and will be sent when you are back online.',
  noDiskSpace: 'There is no room left on this device for your photo. Free some space, then press Use photo again.',
  failed: 'Your photo could not be kept. Please try again.',
  remove: 'Remove photo',
  removeQuestion: 'Remove your photo?',
  removeHelp: 'Your initials take its place, for everybody.',
  keep: 'Keep it',
  removeNoDiskSpace:
    'There is no room left on this device to note that your photo is removed. Free some space, then press Remove photo again.',
  removeFailed: 'Your photo could not be removed. Please try again.',
  loadFailed: 'This could not be loaded. Please check your connection.',
  refusedAgain: 'Choose another photo',
} as const;

/** Why a file cannot become the photo, and what to do about it. */
export const unopenedText: Record<ImageRefusal, string> = {
  IMAGE_TYPE: 'This file cannot be your photo. Please choose a JPG, PNG or WebP image, not a PDF.',
  IMAGE_DAMAGED: 'This browser cannot read this image. Please choose another one, or take a screenshot of it and choose that.',
  IMAGE_TOO_LARGE: 'This file is too large to open here. Please choose a smaller one, or take a screenshot of it and choose that.',
  IMAGE_TOO_MANY_PIXELS:
    'This image has more than 120 megapixels. Please choose a smaller one, or take a screenshot of it and choose that.',
};

export const zoomText = (zoom: number): string => `Zoom ${Math.round(zoom * 100)} %`;
