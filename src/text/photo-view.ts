/** Photos of posts and messages, one at a time over the page. */
export const photoViewText = {
  title: (name: string): string => `Photos from ${name}`,
  own: 'Your photos',
  gallery: 'Photos',
  photo: 'Photo',
  /** `more`: so many were read, and there are more */
  place: (nth: number, count: number, more: boolean): string => `${nth} of ${count}${more ? '+' : ''}`,
  toPost: 'Open post',
  toMessage: 'Open in chat',
  description: 'Description',
  previous: 'Previous photo',
  next: 'Next photo',
  save: 'Save',
  share: 'Share',
  smaller: 'Offline – shown in a smaller size',
  notHere: 'The whole picture is not here yet.',
  shareFailed: 'The photo could not be shared. You can save it and share the file.',
} as const;
