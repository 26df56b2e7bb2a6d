/** The words of reactions and of choosing one. */
export const reactionText = {
  toggleFailed: 'Failed to toggle reaction. Please try again.',
  updateFailed: 'Failed to update reaction. Please try again.',
  emojiFailed: 'The emoji could not be loaded. Please check your connection.',
  loadFailed: 'The reactions could not be loaded. Please check your connection.',
} as const;
