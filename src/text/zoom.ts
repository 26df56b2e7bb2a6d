/** What a member reads where they make a picture larger or smaller. */
export const zoomText = {
  label: 'Zoom',
  in: 'Zoom in',
  out: 'Zoom out',
  now: (zoom: number): string => `Zoom ${Math.round(zoom * 100)} %`,
} as const;
