import type { quickEmoji } from '../../schemas/reactions/quick-emoji.ts';

/** Texts for reactions and for choosing one. */
export const reactionText = {
  toggleFailed: 'Failed to toggle reaction. Please try again.',
  updateFailed: 'Failed to update reaction. Please try again.',
  emojiFailed: 'The emoji could not be loaded. Please check your connection.',
  loadFailed: 'The reactions could not be loaded. Please check your connection.',
  search: 'Search emoji',
  skinTone: 'Change skin tone',
  noneFound: 'No emoji found for “',
  emoji: 'Emoji',
  title: 'Reactions',
  count: (total: number, mine: boolean): string => `${total} ${total === 1 ? 'reaction' : 'reactions'}${mine ? ', yours included' : ''}`,
  choose: 'Choose a reaction',
  moreEmoji: 'More emoji',
  whoReacted: 'Who reacted',
  react: 'React',
} as const;

/** What a screen reader says for each emoji of the picker. */
const emojiNames: Record<(typeof quickEmoji)[number], string> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
  '🙏': 'Thank you',
  '👏': 'Clapping',
  '🎉': 'Party',
  '🔥': 'Fire',
  '🤗': 'Hug',
  '😍': 'In love',
  '🤔': 'Thinking',
  '💪': 'Strong',
  '🥳': 'Celebrating',
  '😡': 'Angry',
};

/** The name of an emoji; one that is not in the picker is its own name. */
export const emojiName = (emoji: string): string => (emojiNames as Record<string, string>)[emoji] ?? emoji;
