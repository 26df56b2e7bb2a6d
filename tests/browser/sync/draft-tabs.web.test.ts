/** One text in two tabs: whatever is typed in one of them, the text in the other is not lost. */
import { testTwoTabs } from '../../support/draft-tabs.ts';

testTwoTabs(['a comment']);
