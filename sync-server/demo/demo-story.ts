/** The people of the demo and what they wrote: a small circle over some weeks. Days count back from the day on which the demo is filled. */

export type DemoPerson = 'hanna' | 'ana' | 'jonas' | 'priya' | 'idris' | 'ruth';

export interface DemoProfile {
  readonly name: string;
  readonly bio: string;
  readonly location: string;
  readonly interests: readonly string[];
}

export const demoPeople: Readonly<Record<DemoPerson, DemoProfile>> = {
  hanna: {
    name: 'Hanna Berg',
    bio: 'Bookbinder. Slow mornings, strong coffee, cold lakes.',
    location: 'Freiburg',
    interests: ['bookbinding', 'swimming', 'rye bread'],
  },
  ana: { name: 'Ana Ribeiro', bio: 'Night nurse, day gardener.', location: 'Porto', interests: ['tomatoes', 'fado', 'crosswords'] },
  jonas: {
    name: 'Jonas Weber',
    bio: 'I repair bicycles and the occasional toaster.',
    location: 'Freiburg',
    interests: ['bicycles', 'chess', 'bad puns'],
  },
  priya: {
    name: 'Priya Nair',
    bio: 'Teaching maths to people who swear they hate it.',
    location: 'Leeds',
    interests: ['running', 'origami'],
  },
  idris: { name: 'Idris Cole', bio: 'Ferry cook. Ask me about soup.', location: 'Bristol', interests: ['soup', 'radio', 'knots'] },
  ruth: { name: 'Ruth Adeyemi', bio: 'Cello, grandchildren, and one opinionated cat.', location: 'Bristol', interests: ['cello', 'cats'] },
};

/** Not everybody knows everybody. */
export const demoFriendships: readonly (readonly [DemoPerson, DemoPerson])[] = [
  ['hanna', 'ana'],
  ['hanna', 'jonas'],
  ['hanna', 'priya'],
  ['hanna', 'ruth'],
  ['ana', 'jonas'],
  ['ana', 'idris'],
  ['ana', 'priya'],
  ['jonas', 'idris'],
  ['priya', 'ruth'],
  ['idris', 'ruth'],
];

/** Not answered yet. */
export const demoInvitations: readonly (readonly [DemoPerson, DemoPerson])[] = [
  ['idris', 'hanna'],
  ['jonas', 'ruth'],
];

export interface DemoComment {
  readonly by: DemoPerson;
  readonly text: string;
  readonly reactions?: string;
}

export interface DemoPost {
  readonly by: DemoPerson;
  readonly daysAgo: number;
  readonly text: string;
  readonly audience?: 'friends' | 'friends_of_friends' | 'private';
  readonly comments?: readonly DemoComment[];
  /** who reacted and how: `ana ❤️, jonas 😂` */
  readonly reactions?: string;
}

const c = (by: DemoPerson, text: string, reactions = ''): DemoComment => ({ by, text, reactions });

/** Oldest first. */
export const demoPosts: readonly DemoPost[] = [
  {
    by: 'ruth',
    daysAgo: 34,
    text: 'First rehearsal after the summer. My fingers have forgotten everything, my cat has forgotten nothing: she left the room at bar four.',
    reactions: 'hanna 😂, idris ❤️, priya 😂',
    comments: [c('idris', 'She has always been a harsh critic. I thought it sounded lovely through the wall.', 'ruth 🤗')],
  },
  {
    by: 'hanna',
    daysAgo: 33,
    text: 'The lake is down to sixteen degrees and there were exactly two of us in it this morning. The other one was a duck.',
    reactions: 'ana 😮, jonas 💪, ruth 😂',
    comments: [
      c('jonas', 'I was there in spirit. My spirit had a blanket.', 'hanna 😂'),
      c('ana', 'Sixteen! I would need a doctor. I know a few.'),
    ],
  },
  {
    by: 'ana',
    daysAgo: 31,
    text: "Forty-one tomatoes from one plant on a balcony the size of a bath towel. I have started leaving them on neighbours' doorsteps at night.",
    reactions: 'hanna 😍, jonas 👏, idris 🔥, priya 👏',
    comments: [
      c('idris', 'Post me ten and I will post you back a soup.', 'ana ❤️'),
      c('priya', 'The tomato fairy! My pupils would love this as a word problem.'),
    ],
  },
  {
    by: 'jonas',
    daysAgo: 30,
    text: 'A man came in today with a bicycle older than both of us together and asked whether it was worth it. It was worth it before he finished the question.',
    reactions: 'hanna ❤️, ana ❤️, idris 👍',
    comments: [c('hanna', 'Please tell me you took a picture before you cleaned it.')],
  },
  {
    by: 'priya',
    daysAgo: 29,
    text: 'Day one with the new class. Somebody asked whether zero is "real or just a feeling". This is going to be a good year.',
    reactions: 'hanna 😂, ana 🥳, ruth ❤️',
    comments: [c('ruth', 'It is a feeling. I have had it at auditions.', 'priya 😂, hanna 😂')],
  },
  {
    by: 'idris',
    daysAgo: 28,
    text: 'Rough crossing, forty portions of leek soup, not one complaint. I am counting that as a review.',
    reactions: 'ana 👏, jonas 💪, ruth 🤗',
    comments: [c('ruth', 'Keep me a bowl on Thursday.'), c('jonas', 'Recipe, please. The workshop is cold already.')],
  },
  {
    by: 'hanna',
    daysAgo: 27,
    text: "Somebody brought me her grandmother's recipe book to rebind. Butter stains on every page that matters. I am leaving them exactly where they are.",
    reactions: 'ana 😢, jonas ❤️, priya ❤️, ruth ❤️',
    comments: [c('ana', 'The stains are the index.', 'hanna ❤️, jonas 👏'), c('priya', 'This is the nicest thing I have read all week.')],
  },
  {
    by: 'ana',
    daysAgo: 26,
    text: 'Twelve hours, three births, one very nervous father who asked me to hold his sandwich. I held the sandwich.',
    reactions: 'hanna ❤️, jonas 😂, priya 🎉, idris 👏',
    comments: [c('jonas', 'Not all heroes wear capes. Some hold sandwiches.', 'ana 😂')],
  },
  { by: 'jonas', daysAgo: 25, text: 'Note to self: the tall shelf is not a ladder.', audience: 'private' },
  {
    by: 'ruth',
    daysAgo: 24,
    text: 'My granddaughter has decided to learn the cello "but only the low notes, the high ones are bossy". We are working on the low notes.',
    reactions: 'hanna 😍, priya 😂, idris ❤️',
    comments: [
      c('hanna', 'She is not wrong about the high ones.'),
      c('idris', 'I can hear it. It sounds like the ferry, in a good way.', 'ruth 😂'),
    ],
  },
  {
    by: 'priya',
    daysAgo: 23,
    text: 'Ran ten kilometres without stopping for the first time since spring. Stopped immediately afterwards, for cake.',
    reactions: 'hanna 💪, ana 🎉, ruth 👏',
    comments: [c('ana', 'Cake is recovery. I say this as a professional.')],
  },
  {
    by: 'idris',
    daysAgo: 22,
    text: "Found my father's old radio in the attic. It still works. It only gets one station and the station only plays accordion, but it works.",
    reactions: 'ana ❤️, jonas 😮, ruth 😂',
    comments: [
      c('jonas', 'Bring it by, I will look at the dial. No promises about the accordion.'),
      c('ana', 'Leave the accordion alone.', 'idris 👍'),
    ],
  },
  {
    by: 'hanna',
    daysAgo: 21,
    text: 'Does anybody have a good recipe for rye bread that does not take three days? Asking for someone with no patience who is me.',
    reactions: 'jonas 😂',
    comments: [
      c('jonas', 'Two days and a bit of cheating with yeast. I will write it down for you.', 'hanna 🙏'),
      c('ruth', 'Patience is the recipe, dear.', 'priya 😂, hanna 😂'),
    ],
  },
  {
    by: 'jonas',
    daysAgo: 20,
    text: 'Lost at chess to a nine-year-old who then explained to me, kindly, where it went wrong. Everywhere, as it turns out.',
    reactions: 'hanna 😂, ana 😂, idris 🤗',
    comments: [c('idris', 'At least he was kind about it.')],
  },
  {
    by: 'ana',
    daysAgo: 19,
    text: 'Does your window also look different in October? Mine has decided to be a painting between five and six.',
    audience: 'friends_of_friends',
    reactions: 'hanna 😍, priya ❤️, ruth 😍',
    comments: [
      c('hanna', 'Mine is a painting of scaffolding. But the light is nice on it.'),
      c('ruth', 'Five to six is the best hour. I play then.'),
    ],
  },
  {
    by: 'ruth',
    daysAgo: 18,
    text: 'Concert is settled: the fourteenth, at the small hall by the harbour. There are chairs, there is tea, there is Elgar. Come if you can.',
    reactions: 'hanna 🎉, priya 🎉, idris ❤️',
    comments: [
      c('idris', 'I have swapped my shift. Front row.', 'ruth ❤️'),
      c('priya', 'Train booked!'),
      c('hanna', 'Too far for me this time. Will somebody record the Elgar?'),
    ],
  },
  {
    by: 'priya',
    daysAgo: 17,
    text: 'Folded a thousandth crane today. No wish, I just forgot to stop counting.',
    reactions: 'ana 😮, ruth 👏, hanna 👏',
  },
  {
    by: 'idris',
    daysAgo: 16,
    text: 'Taught the new deckhand a bowline. Taught him again. He taught it to me wrong and now neither of us is sure.',
    reactions: 'jonas 😂, ana 😂',
    comments: [c('jonas', 'The rabbit goes out of the hole, round the tree, and then resigns.', 'idris 😂')],
  },
  {
    by: 'hanna',
    daysAgo: 15,
    text: 'The recipe book is done. Green linen, new thread, every butter stain in place. She cried a little and then so did I, professionally.',
    reactions: 'ana ❤️, jonas 👏, priya 😢, ruth ❤️',
    comments: [c('ruth', "What a good thing to do with one's hands.", 'hanna 🙏')],
  },
  {
    by: 'ana',
    daysAgo: 14,
    text: 'First free Sunday in five weeks. Plan: nothing. Progress so far: excellent.',
    reactions: 'hanna 👍, jonas 🥳, idris 👏',
    comments: [c('priya', 'Do not let anyone near it.')],
  },
  {
    by: 'jonas',
    daysAgo: 13,
    text: 'The old bicycle is rolling again. He rode it once round the square, rang the bell at everybody, and did not say a word when he came back. Best pay this month.',
    reactions: 'hanna 😢, ana ❤️, idris ❤️',
    comments: [c('hanna', 'I heard that bell! I wondered who it was.', 'jonas 😍')],
  },
  {
    by: 'ruth',
    daysAgo: 12,
    text: 'It went well. I came in half a bar early in the slow movement and the whole hall was too polite to notice. Thank you for coming, and for the flowers.',
    reactions: 'priya ❤️, idris 👏, hanna 🎉',
    comments: [
      c('priya', 'It was beautiful. I cried in the slow movement, half a bar early.', 'ruth 😂, hanna ❤️'),
      c('idris', 'Front row can confirm.'),
    ],
  },
  {
    by: 'priya',
    daysAgo: 11,
    text: 'A pupil who "cannot do fractions" split a pizza for seven people in four seconds. We will be doing a lot of pizza.',
    reactions: 'hanna 😂, ana 👏, ruth ❤️',
  },
  {
    by: 'hanna',
    daysAgo: 11,
    text: 'Present ideas for Jonas: headlamp, the good chocolate, a shelf that is a ladder.',
    audience: 'private',
  },
  {
    by: 'idris',
    daysAgo: 10,
    text: 'Jonas fixed the radio. It now gets two stations. The second one is also accordion.',
    reactions: 'jonas 😂, ana 😂, ruth 😂',
    comments: [c('jonas', 'I told you: no promises.', 'idris ❤️')],
  },
  {
    by: 'ana',
    daysAgo: 9,
    text: 'Last tomato of the year eaten standing up at the window with too much salt. Good season, everyone.',
    reactions: 'hanna 🙏, idris 😢, priya ❤️, jonas 👏',
    comments: [c('hanna', 'A worthy end.'), c('idris', 'Soup season, then. I am ready.', 'ana 🔥')],
  },
  {
    by: 'jonas',
    daysAgo: 8,
    text: 'Rye bread, second try. The crust is a helmet but inside it is kind.',
    reactions: 'hanna 😍, ana 👍',
    comments: [c('hanna', 'Bring the helmet on Saturday. I have butter.', 'jonas 👍')],
  },
  {
    by: 'ruth',
    daysAgo: 8,
    text: 'The cat has discovered the cello case and moved in. I am practising on the kitchen chair, like a guest.',
    reactions: 'hanna 😂, priya 😍, idris 😂',
    comments: [c('priya', 'It is her cello case now.')],
  },
  {
    by: 'priya',
    daysAgo: 7,
    text: 'Two inspectors at the back of the room, thirty children at the front, and one fire alarm exactly in the middle. We passed, outside, in the rain.',
    reactions: 'ana 👏, hanna 🎉, ruth 💪',
    comments: [c('ana', 'Thirty children in the rain is an inspection of its own.', 'priya 😂'), c('ruth', 'Proud of you.', 'priya ❤️')],
  },
  {
    by: 'idris',
    daysAgo: 6,
    text: 'Leek soup, as requested: leeks until you feel it is too many, then two more. Butter, potatoes, patience, and do not let it boil after the cream. That is all there is.',
    reactions: 'ana 🙏, jonas 🙏, ruth ❤️',
    comments: [c('jonas', 'Printed and hung above the workbench.', 'idris 🤗')],
  },
  {
    by: 'hanna',
    daysAgo: 5,
    text: 'Fourteen degrees in the lake. The duck has stopped coming. I have not, but I am thinking about what she knows.',
    reactions: 'jonas 😂, ana 😮, ruth 🤗',
    comments: [c('ana', 'Listen to the duck.', 'hanna 😂, jonas 😂')],
  },
  {
    by: 'ana',
    daysAgo: 5,
    text: 'A patient I had in spring came by the ward to say hello. She walked in. In April she could not. I am not over it and do not plan to be.',
    reactions: 'hanna ❤️, jonas ❤️, priya 😢, idris ❤️',
    comments: [c('priya', 'Oh, Ana.'), c('idris', 'That is the whole job in one walk.', 'ana ❤️')],
  },
  {
    by: 'jonas',
    daysAgo: 4,
    text: "Saturday at mine: soup by Idris (the recipe, sadly not the man), bread by me (helmet), games by nobody until somebody brings one. Six o'clock.",
    reactions: 'hanna 🥳, ana 😢',
    comments: [
      c('hanna', 'I will bring the game with the sheep.'),
      c('idris', 'The man sends his regards and extra leeks.', 'jonas 😂, ana ❤️'),
    ],
  },
  {
    by: 'priya',
    daysAgo: 3,
    text: 'Somebody left a paper crane on my desk. Slightly wonky, one wing longer than the other, on squared paper. Best thing anyone has handed in all term.',
    reactions: 'hanna 😍, ana ❤️, ruth ❤️',
  },
  {
    by: 'ruth',
    daysAgo: 3,
    text: 'Does anyone know how to get candle wax out of a carpet? It is about a circle of twenty centimetres and I am sitting on it so nobody sees.',
    reactions: 'priya 😂',
    comments: [
      c('hanna', 'Brown paper and a warm iron. It works, I promise: I do it with wax on book covers.', 'ruth 🙏'),
      c('idris', 'Move the sofa.', 'ruth 😂, hanna 😂'),
    ],
  },
  {
    by: 'idris',
    daysAgo: 2,
    text: 'Sunrise over the channel this morning, nobody on deck but me and the gulls. I forgot my phone, so you will have to believe me. It was pink all the way up.',
    reactions: 'ana 😍, jonas ❤️, ruth ❤️',
    comments: [c('ana', 'I believe you.', 'idris 🙏')],
  },
  {
    by: 'hanna',
    daysAgo: 1.6,
    text: 'We were four at the table, the sheep game lasted until one, and Jonas has finally lost something to me. The bread was a triumph. So was I.',
    reactions: 'jonas 😂, ana 🎉, priya 👏',
    comments: [
      c('jonas', 'I let you win out of politeness for the guest. I was the host, but still.', 'hanna 😂'),
      c('ana', 'Next time I am swapping my shift.', 'hanna ❤️, jonas 👍'),
    ],
  },
  {
    by: 'ana',
    daysAgo: 1,
    text: 'Ordered seeds for spring in November, in a coat, at the kitchen table. Hope is a very small envelope.',
    reactions: 'hanna ❤️, priya 😍, idris 👍',
    comments: [c('hanna', 'I want to print that on something.', 'ana 🤗')],
  },
  {
    by: 'ruth',
    daysAgo: 0.6,
    text: 'The wax is gone. Brown paper, warm iron, exactly as Hanna said. The cat watched the whole operation and has asked for nothing to be written about it.',
    reactions: 'hanna 🥳, priya 👏',
    comments: [c('hanna', 'A full recovery! Tell the cat her secret is safe.', 'ruth 😂')],
  },
  {
    by: 'jonas',
    daysAgo: 0.2,
    text: 'Found a headlamp on my doorstep this morning, no note. Whoever it was: the tall shelf and I thank you.',
    reactions: 'hanna 🤔, ana 😂',
    comments: [c('hanna', 'How mysterious.', 'jonas 🤔, ana 😂')],
  },
];
