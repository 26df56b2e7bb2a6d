/** One text in two tabs, in the forms that fewer people meet: the same story as of posts and comments. */
import { toldOf } from '../../support/draft-tabs.ts';

toldOf(['a post that is edited', 'a message', 'a new group', 'a message to the people who run this']);
