/** The photos of a post or a message, one at a time over the page. */
export const photoViewText = {
  title: (name: string): string => `Photos from ${name}`,
  own: 'Your photos',
  gallery: 'Photos',
  photo: 'Photo',
  place: (nth: number, count: number): string => `${nth} of ${count}`,
  description: 'Description',
  previous: 'Previous photo',
  next: 'Next photo',
  save: 'Save',
  share: 'Share',
  smaller: 'Offline – shown in a smaller size',
  notHere: 'The whole picture is not here yet.',
  shareFailed: 'The photo could not be shared. You can save it and share the file.',
} as const;
