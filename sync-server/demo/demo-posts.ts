/**
 * What the people of the demo wrote over some weeks, oldest first. Days count back from the day on which the demo is filled. A line that
 * begins with a dash is a comment on the post above it. Brackets at the end of a line have the reactions.
 */
import { type DemoPerson, demoPeople } from './demo-story.ts';

const story = `
ruth, 34 days ago: First rehearsal after the summer. My fingers have forgotten everything, my cat has forgotten nothing: she left the room at bar four. [hanna 😂, idris ❤️, priya 😂]
- idris: She has always been a harsh critic. I thought it sounded lovely through the wall. [ruth 🤗]
hanna, 33 days ago: The lake is down to sixteen degrees and there were exactly two of us in it this morning. The other one was a duck. [ana 😮, jonas 💪, ruth 😂]
- jonas: I was there in spirit. My spirit had a blanket. [hanna 😂]
- ana: Sixteen! I would need a doctor. I know a few.
ana, 31 days ago: Forty-one tomatoes from one plant on a balcony the size of a bath towel. I have started leaving them on neighbours' doorsteps at night. [hanna 😍, jonas 👏, idris 🔥, priya 👏]
- idris: Post me ten and I will post you back a soup. [ana ❤️]
- priya: The tomato fairy! My pupils would love this as a word problem.
jonas, 30 days ago: A man came in today with a bicycle older than both of us together and asked whether it was worth it. It was worth it before he finished the question. [hanna ❤️, ana ❤️, idris 👍]
- hanna: Please tell me you took a picture before you cleaned it.
priya, 29 days ago: Day one with the new class. Somebody asked whether zero is "real or just a feeling". This is going to be a good year. [hanna 😂, ana 🥳, ruth ❤️]
- ruth: It is a feeling. I have had it at auditions. [priya 😂, hanna 😂]
idris, 28 days ago: Rough crossing, forty portions of leek soup, not one complaint. I am counting that as a review. [ana 👏, jonas 💪, ruth 🤗]
- ruth: Keep me a bowl on Thursday.
- jonas: Recipe, please. The workshop is cold already.
hanna, 27 days ago: Somebody brought me her grandmother's recipe book to rebind. Butter stains on every page that matters. I am leaving them exactly where they are. [ana 😢, jonas ❤️, priya ❤️, ruth ❤️]
- ana: The stains are the index. [hanna ❤️, jonas 👏]
- priya: This is the nicest thing I have read all week.
ana, 26 days ago: Twelve hours, three births, one very nervous father who asked me to hold his sandwich. I held the sandwich. [hanna ❤️, jonas 😂, priya 🎉, idris 👏]
- jonas: Not all heroes wear capes. Some hold sandwiches. [ana 😂]
jonas, 25 days ago, private: Note to self: the tall shelf is not a ladder.
ruth, 24 days ago: My granddaughter has decided to learn the cello "but only the low notes, the high ones are bossy". We are working on the low notes. [hanna 😍, priya 😂, idris ❤️]
- hanna: She is not wrong about the high ones.
- idris: I can hear it. It sounds like the ferry, in a good way. [ruth 😂]
priya, 23 days ago: Ran ten kilometres without stopping for the first time since spring. Stopped immediately afterwards, for cake. [hanna 💪, ana 🎉, ruth 👏]
- ana: Cake is recovery. I say this as a professional.
idris, 22 days ago: Found my father's old radio in the attic. It still works. It only gets one station and the station only plays accordion, but it works. [ana ❤️, jonas 😮, ruth 😂]
- jonas: Bring it by, I will look at the dial. No promises about the accordion.
- ana: Leave the accordion alone. [idris 👍]
hanna, 21 days ago: Does anybody have a good recipe for rye bread that does not take three days? Asking for someone with no patience who is me. [jonas 😂]
- jonas: Two days and a bit of cheating with yeast. I will write it down for you. [hanna 🙏]
- ruth: Patience is the recipe, dear. [priya 😂, hanna 😂]
jonas, 20 days ago: Lost at chess to a nine-year-old who then explained to me, kindly, where it went wrong. Everywhere, as it turns out. [hanna 😂, ana 😂, idris 🤗]
- idris: At least he was kind about it.
ana, 19 days ago, friends_of_friends: Does your window also look different in October? Mine has decided to be a painting between five and six. [hanna 😍, priya ❤️, ruth 😍]
- hanna: Mine is a painting of scaffolding. But the light is nice on it.
- ruth: Five to six is the best hour. I play then.
ruth, 18 days ago: Concert is settled: the fourteenth, at the small hall by the harbour. There are chairs, there is tea, there is Elgar. Come if you can. [hanna 🎉, priya 🎉, idris ❤️]
- idris: I have swapped my shift. Front row. [ruth ❤️]
- priya: Train booked!
- hanna: Too far for me this time. Will somebody record the Elgar?
priya, 17 days ago: Folded a thousandth crane today. No wish, I just forgot to stop counting. [ana 😮, ruth 👏, hanna 👏]
idris, 16 days ago: Taught the new deckhand a bowline. Taught him again. He taught it to me wrong and now neither of us is sure. [jonas 😂, ana 😂]
- jonas: The rabbit goes out of the hole, round the tree, and then resigns. [idris 😂]
hanna, 15 days ago: The recipe book is done. Green linen, new thread, every butter stain in place. She cried a little and then so did I, professionally. [ana ❤️, jonas 👏, priya 😢, ruth ❤️]
- ruth: What a good thing to do with one's hands. [hanna 🙏]
ana, 14 days ago: First free Sunday in five weeks. Plan: nothing. Progress so far: excellent. [hanna 👍, jonas 🥳, idris 👏]
- priya: Do not let anyone near it.
jonas, 13 days ago: The old bicycle is rolling again. He rode it once round the square, rang the bell at everybody, and did not say a word when he came back. Best pay this month. [hanna 😢, ana ❤️, idris ❤️]
- hanna: I heard that bell! I wondered who it was. [jonas 😍]
ruth, 12 days ago: It went well. I came in half a bar early in the slow movement and the whole hall was too polite to notice. Thank you for coming, and for the flowers. [priya ❤️, idris 👏, hanna 🎉]
- priya: It was beautiful. I cried in the slow movement, half a bar early. [ruth 😂, hanna ❤️]
- idris: Front row can confirm.
priya, 11 days ago: A pupil who "cannot do fractions" split a pizza for seven people in four seconds. We will be doing a lot of pizza. [hanna 😂, ana 👏, ruth ❤️]
hanna, 11 days ago, private: Present ideas for Jonas: headlamp, the good chocolate, a shelf that is a ladder.
idris, 10 days ago: Jonas fixed the radio. It now gets two stations. The second one is also accordion. [jonas 😂, ana 😂, ruth 😂]
- jonas: I told you: no promises. [idris ❤️]
ana, 9 days ago: Last tomato of the year eaten standing up at the window with too much salt. Good season, everyone. [hanna 🙏, idris 😢, priya ❤️, jonas 👏]
- hanna: A worthy end.
- idris: Soup season, then. I am ready. [ana 🔥]
jonas, 8 days ago: Rye bread, second try. The crust is a helmet but inside it is kind. [hanna 😍, ana 👍]
- hanna: Bring the helmet on Saturday. I have butter. [jonas 👍]
ruth, 8 days ago: The cat has discovered the cello case and moved in. I am practising on the kitchen chair, like a guest. [hanna 😂, priya 😍, idris 😂]
- priya: It is her cello case now.
priya, 7 days ago: Two inspectors at the back of the room, thirty children at the front, and one fire alarm exactly in the middle. We passed, outside, in the rain. [ana 👏, hanna 🎉, ruth 💪]
- ana: Thirty children in the rain is an inspection of its own. [priya 😂]
- ruth: Proud of you. [priya ❤️]
idris, 6 days ago: Leek soup, as requested: leeks until you feel it is too many, then two more. Butter, potatoes, patience, and do not let it boil after the cream. That is all there is. [ana 🙏, jonas 🙏, ruth ❤️]
- jonas: Printed and hung above the workbench. [idris 🤗]
hanna, 5 days ago: Fourteen degrees in the lake. The duck has stopped coming. I have not, but I am thinking about what she knows. [jonas 😂, ana 😮, ruth 🤗]
- ana: Listen to the duck. [hanna 😂, jonas 😂]
ana, 5 days ago: A patient I had in spring came by the ward to say hello. She walked in. In April she could not. I am not over it and do not plan to be. [hanna ❤️, jonas ❤️, priya 😢, idris ❤️]
- priya: Oh, Ana.
- idris: That is the whole job in one walk. [ana ❤️]
jonas, 4 days ago: Saturday at mine: soup by Idris (the recipe, sadly not the man), bread by me (helmet), games by nobody until somebody brings one. Six o'clock. [hanna 🥳, ana 😢]
- hanna: I will bring the game with the sheep.
- idris: The man sends his regards and extra leeks. [jonas 😂, ana ❤️]
priya, 3 days ago: Somebody left a paper crane on my desk. Slightly wonky, one wing longer than the other, on squared paper. Best thing anyone has handed in all term. [hanna 😍, ana ❤️, ruth ❤️]
ruth, 3 days ago: Does anyone know how to get candle wax out of a carpet? It is about a circle of twenty centimetres and I am sitting on it so nobody sees. [priya 😂]
- hanna: Brown paper and a warm iron. It works, I promise: I do it with wax on book covers. [ruth 🙏]
- idris: Move the sofa. [ruth 😂, hanna 😂]
idris, 2 days ago: Sunrise over the channel this morning, nobody on deck but me and the gulls. I forgot my phone, so you will have to believe me. It was pink all the way up. [ana 😍, jonas ❤️, ruth ❤️]
- ana: I believe you. [idris 🙏]
hanna, 1.6 days ago: We were four at the table, the sheep game lasted until one, and Jonas has finally lost something to me. The bread was a triumph. So was I. [jonas 😂, ana 🎉, priya 👏]
- jonas: I let you win out of politeness for the guest. I was the host, but still. [hanna 😂]
- ana: Next time I am swapping my shift. [hanna ❤️, jonas 👍]
ana, 1 days ago: Ordered seeds for spring in November, in a coat, at the kitchen table. Hope is a very small envelope. [hanna ❤️, priya 😍, idris 👍]
- hanna: I want to print that on something. [ana 🤗]
ruth, 0.6 days ago: The wax is gone. Brown paper, warm iron, exactly as Hanna said. The cat watched the whole operation and has asked for nothing to be written about it. [hanna 🥳, priya 👏]
- hanna: A full recovery! Tell the cat her secret is safe. [ruth 😂]
jonas, 0.2 days ago: Found a headlamp on my doorstep this morning, no note. Whoever it was: the tall shelf and I thank you. [hanna 🤔, ana 😂]
- hanna: How mysterious. [jonas 🤔, ana 😂]
`;

interface DemoComment {
  readonly by: DemoPerson;
  readonly text: string;
  /** who reacted and how: `ana ❤️, jonas 😂` */
  readonly reactions: string;
}

interface DemoPost extends DemoComment {
  readonly daysAgo: number;
  readonly audience: 'friends' | 'friends_of_friends' | 'private';
  readonly comments: DemoComment[];
}

const isPerson = (name: string): name is DemoPerson => name in demoPeople;

function readStory(): readonly DemoPost[] {
  const posts: DemoPost[] = [];
  for (const line of story.trim().split('\n')) {
    const found = /^(?:- )?(\w+)(?:, ([\d.]+) days ago(?:, (friends_of_friends|private))?)?: (.*?)(?: \[(.*)\])?$/.exec(line);
    const [, by = '', daysAgo, audience = 'friends', text = '', reactions = ''] = found ?? [];
    if (!isPerson(by)) throw new Error(`nobody in the demo says: ${line}`);
    if (daysAgo === undefined) posts.at(-1)?.comments.push({ by, text, reactions });
    else posts.push({ by, daysAgo: Number(daysAgo), audience: audience as DemoPost['audience'], text, reactions, comments: [] });
  }
  return posts;
}

export const demoPosts = readStory();
