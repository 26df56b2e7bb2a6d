/** One text in two tabs, in the less common forms: the same story as for posts and comments. */
import { testTwoTabs } from '../../support/draft-tabs.ts';

testTwoTabs(['a post that is edited', 'a message', 'a new group', 'a message to the people who run this']);
