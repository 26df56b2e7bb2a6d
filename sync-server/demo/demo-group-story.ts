/** The groups of the demo and their chats. Minutes count from the first message. */
import type { GroupText } from '../../schemas/groups/group.ts';
import type { DemoPerson } from './demo-story.ts';

export interface DemoMessage {
  readonly by: DemoPerson;
  readonly after: number;
  readonly text: string;
  /** index of the message that this one replies to, from 0 */
  readonly replyTo?: number;
  readonly reactions?: string;
}

export interface DemoGroup extends GroupText {
  readonly owner: DemoPerson;
  /** direct friends of the owner */
  readonly members: readonly DemoPerson[];
  readonly admin?: DemoPerson;
  readonly foundedDaysAgo: number;
  readonly chatDaysAgo: number;
  readonly messages: readonly DemoMessage[];
}

export const demoGroups: readonly DemoGroup[] = [
  {
    name: 'Soup on Sundays',
    description: 'One pot, whoever is near. Bring bread or an appetite.',
    emoji: '🍲',
    owner: 'ana',
    members: ['hanna', 'jonas', 'idris', 'priya'],
    admin: 'idris',
    foundedDaysAgo: 21,
    chatDaysAgo: 2.4,
    messages: [
      { by: 'ana', after: 0, text: 'Who is in on Sunday? I have more pumpkin than kitchen.', reactions: 'jonas 🎉, idris 🤗' },
      { by: 'jonas', after: 4, text: 'In. I bring the long table from the workshop.', reactions: 'ana ❤️' },
      { by: 'idris', after: 11, text: 'I dock at four. Do not start the stock without me.', reactions: 'ana 😂, hanna 😂' },
      { by: 'hanna', after: 26, text: 'Rye or the seeded one?' },
      { by: 'idris', after: 28, text: 'Rye. Seeds are for the garden lady.', replyTo: 3, reactions: 'ana 😂' },
      { by: 'ana', after: 31, text: 'The garden lady says both.', replyTo: 4, reactions: 'hanna 👍' },
      { by: 'priya', after: 95, text: 'I am two countries away and jealous. Eat a bowl for me.', reactions: 'ana ❤️, jonas 😢' },
      { by: 'jonas', after: 101, text: 'I will eat two and send you the equation.', replyTo: 6, reactions: 'priya 😂' },
      { by: 'ana', after: 180, text: 'Five o’clock then. The door sticks, push.' },
    ],
  },
  {
    name: 'Cold water club',
    description: 'Lakes, rivers, and the odd bathtub. Nobody has to, everybody may.',
    emoji: null,
    owner: 'hanna',
    members: ['ana', 'priya', 'ruth'],
    foundedDaysAgo: 12,
    chatDaysAgo: 0.9,
    messages: [
      {
        by: 'hanna',
        after: 0,
        text: 'Nine degrees this morning. I counted to forty, then I counted my toes.',
        reactions: 'ana 😮, priya 👏',
      },
      { by: 'ruth', after: 13, text: 'I went to the edge. The edge was nine degrees as well.', reactions: 'hanna 😂, ana 😂' },
      { by: 'priya', after: 20, text: 'Edges count.', replyTo: 1, reactions: 'ruth ❤️' },
      { by: 'ana', after: 48, text: 'After a night shift I feel nothing below the elbows anyway. Saturday at seven?' },
      { by: 'hanna', after: 52, text: 'Saturday at seven. I bring the flask.', replyTo: 3, reactions: 'ana 🔥, ruth 👍' },
      { by: 'ruth', after: 70, text: 'I bring towels and applause.', reactions: 'hanna ❤️, priya 😂' },
    ],
  },
];
