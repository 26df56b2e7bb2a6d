/**
 * What a client that you write does with the API: two people sign up and become friends, one follows what the other posts, loses the line,
 * comes again without missing anything, sees a photo, and the other takes everything along.
 */
import { v7 as uuid } from 'uuid';
import { follow } from './follow.ts';
import { Api } from './generated/kith-api.ts';

interface Given {
  /** where the server is */
  readonly url: string;
  /** The token of the link in the mail that confirms this address. */
  readonly tokenFromMail: (address: string) => Promise<string>;
  /** a JPG, PNG or WebP, and its size in pixels */
  readonly photo: { readonly file: File; readonly width: number; readonly height: number };
}

type Client = Api<string>;

/** Everything by the access token: it lives for ten minutes, and `refresh` gives the next. */
const clientOf = (url: string): Client =>
  new Api<string>({
    baseUrl: url,
    securityWorker: (token) => (token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });

interface SignedIn {
  readonly client: Client;
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function signUp({ url, tokenFromMail }: Given, name: string, email: string): Promise<SignedIn> {
  const client = clientOf(url);
  const password = 'correct horse 7';
  await client.account.signUp({ name, email, password });
  // A browser is known by its cookie here; any other client says the password again.
  await client.account.verify({ token: await tokenFromMail(email), password });
  const { data } = (await client.account.signIn({ email, password, session: 'token' })).data;
  client.setSecurityData(data.access_token);
  return { client, accessToken: data.access_token, refreshToken: data.refresh_token ?? '' };
}

/** Plays the story. Returns the event that Ben received, and Ana's export. */
export async function tellStory(given: Given) {
  const ana = await signUp(given, 'Ana', 'ana@example.com');
  const ben = await signUp(given, 'Ben', 'ben@example.com');

  // Each creation may name its id, a uuid of version 7: sent again after a lost answer, it is done once.
  const invitation = (await ana.client.invitations.invite({ email: 'ben@example.com' })).data.data;
  await ben.client.invitations.respondToInvitation(invitation.id, { status: 'accepted' });
  const friends = (await ben.client.friends.listFriends()).data.data.items;

  // First the channel, then the list: whatever is written after `subscribed` comes as an event.
  const post = (content: string) => ana.client.posts.createPost({ id: uuid(), content, visibility_type: 'friends' });
  const channel = await follow(given.url, 'posts', ben.accessToken);
  await channel.until(({ name }) => name === 'subscribed');
  await post('Fresh bread at four.');
  const heard = await channel.until(({ name }) => name === 'insert');

  // The line breaks, and by then the access token may have ended.
  channel.stop();
  await post('There is one loaf left.');
  const renewed = (await ben.client.account.refresh({ refresh_token: ben.refreshToken })).data.data;
  ben.client.setSecurityData(renewed.access_token);
  const again = await follow(given.url, 'posts', renewed.access_token, channel.lastEventId());
  const subscribed = await again.until(({ name }) => name === 'subscribed');
  const missed = await again.until(({ name }) => name === 'insert');
  again.stop();

  // A post names its photos, so that screens have a place for them. Their bytes follow.
  const { file, width, height } = given.photo;
  const shown = { id: uuid(), width, height, thumbhash: '', alt: 'Five loaves on a shelf.' };
  await ana.client.posts.createPost({ id: uuid(), content: '', visibility_type: 'friends', photos: [shown] });
  await ana.client.images.putImage(shown.id, { file });
  const picture = (await ben.client.images.getImage(shown.id, { size: 'small' })).data;

  const feed = (await ben.client.posts.listPosts({ limit: 10 })).data.data.items;
  const zip = (await ana.client.profiles.exportAccount({ format: 'blob' })).data;
  return {
    friends: friends.map(({ friend_name }) => friend_name),
    heard: heard.data.content,
    resumed: subscribed.data.resumed,
    missed: missed.data.content,
    picture: picture.type,
    feed: feed.map(({ content, author }) => `${author.name}: ${content}`),
    zip: new Uint8Array(await zip.arrayBuffer()),
  };
}
