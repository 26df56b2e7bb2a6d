/** How many photos a post or a message has, in words. */
export const photosWording = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`);
