import type { quickEmoji } from '../../../schemas/reactions/reaction.ts';

/** What a screen reader says for each emoji of the picker. */
const names: Record<(typeof quickEmoji)[number], string> = {
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

/** An emoji that is not in the picker names itself. */
export const emojiName = (emoji: string): string => (names as Record<string, string>)[emoji] ?? emoji;
