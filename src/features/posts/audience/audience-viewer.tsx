// The readers of a post, from the rows on this device. The author of a post for friends or for friends of friends sees the people.
// Everybody else sees a sentence. If specific people were chosen, all of them see the list.
import type { ReactNode } from 'react';
import { type Audience, isChosen } from '../../../../schemas/posts/audience.ts';
import type { Post } from '../../../../schemas/posts/post.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { useOwnId } from '../../../data/store/local-store.tsx';
import { commonText } from '../../../text/common.ts';
import { postText } from '../../../text/posts.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Chip } from '../../../ui/forms/chip.tsx';
import { Item, List } from '../../../ui/list.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { Note } from '../../../ui/states/note.tsx';
import { Bone } from '../../../ui/states/skeleton.tsx';
import { type Network, throughText } from '../../friends/network.ts';
import { useNetwork } from '../../friends/use-network.ts';
import { showProfile } from '../../people/shown-person.ts';
import { type PersonOf, usePeople } from '../../people/use-people.ts';
import { lookOf } from './audience-look.ts';
import { audienceSentence, audienceSummary } from './audience-text.ts';
import styles from './audience-viewer.module.css';

export type ViewedPost = Pick<Post, 'author_id'> & Audience;

export interface AudienceViewerProps {
  readonly post: ViewedPost;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export default function AudienceViewer({ post, open, onOpenChange }: AudienceViewerProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={postText.whoCanSeePost}>
      <PostAudience post={post} />
    </Sheet>
  );
}

/** The audience, its size, and its people as far as the viewer may know them. */
export function PostAudience({ post }: { readonly post: ViewedPost }) {
  const userId = useOwnId();
  const personOf = usePeople();
  const { network, failed } = useNetwork();
  const { kind, filled, retry } = useConnection();
  const own = post.author_id === userId;
  const chosen = isChosen(post);
  const { label, icon: Icon, tone } = lookOf(post);
  const head = (words: ReactNode) => (
    <div className={`row wrap ${styles.head}`}>
      <Chip tone={tone} icon={<Icon />}>
        {label}
      </Chip>
      <span className={`small ${styles.words}`}>{words}</span>
    </div>
  );
  if (!own && !chosen) return head(audienceSentence(post.visibility_type, personOf(post.author_id).name));
  // A partly loaded friend list would look like the complete one.
  const known = network && filled('friends') ? network : undefined;
  if (!known && !chosen) {
    if (failed || kind === 'offline') {
      return (
        <>
          {head(null)}
          <Note kind="danger">{postText.audienceFriendsFailed}</Note>
          <Button onClick={retry}>{commonText.tryAgain}</Button>
        </>
      );
    }
    return (
      <div aria-busy="true" className="stack gap-3">
        <span className="visually-hidden" role="status">
          {postText.loadingFriends}
        </span>
        <Bone width="100%" height="3rem" />
        <Bone width="100%" height="3rem" />
        <Bone width="100%" height="3rem" />
      </div>
    );
  }
  const people = chosen ? chosenPeople(post, userId, known, personOf) : reachedPeople(post, known, personOf);
  return (
    <>
      {head(audienceSummary(post, known))}
      {people.length > 0 && (
        <div className={styles.people}>
          <List label={postText.whoCanSeePost}>
            {people.map(({ id, line, to }) => {
              const { name, imageUrl } = personOf(id);
              return (
                <Item
                  key={id}
                  lead={<Avatar userId={id} name={name} imageUrl={imageUrl} />}
                  title={<bdi>{name}</bdi>}
                  line={line}
                  {...(to
                    ? { to }
                    : id !== userId && { onPress: () => showProfile({ userId: id, name, imageUrl, postAuthorId: post.author_id }) })}
                />
              );
            })}
          </List>
        </div>
      )}
    </>
  );
}

interface Reader {
  readonly id: string;
  readonly line?: string | undefined;
  /** a friend has a page; others open as a profile */
  readonly to?: string | undefined;
}

const friendAt = (id: string): Reader => ({ id, line: postText.friend, to: `/friends/${id}` });
const throughLine = (through: readonly string[], personOf: PersonOf) => throughText(through.map((friend) => personOf(friend).name));

function reachedPeople(post: ViewedPost, network: Network | undefined, personOf: PersonOf): readonly Reader[] {
  if (!network) return [];
  const friends = network.direct.map(friendAt);
  if (post.visibility_type === 'friends') return friends;
  return [...friends, ...network.further.map(({ id, through }) => ({ id, line: throughLine(through, personOf) }))];
}

/** Only the author sees which of the chosen people have left the network. Others see only the names. */
function chosenPeople(post: ViewedPost, userId: string, network: Network | undefined, personOf: PersonOf): readonly Reader[] {
  return post.specific_user_ids.map((id) => {
    if (id === userId) return { id, line: postText.you };
    if (post.author_id !== userId || !network) return { id };
    if (network.direct.includes(id)) return friendAt(id);
    const further = network.further.find((person) => person.id === id);
    return { id, line: further ? throughLine(further.through, personOf) : postText.notReachable };
  });
}
