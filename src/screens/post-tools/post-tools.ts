import { CommentComposer } from '../../features/comments/comment-composer.tsx';
import { CommentEditor } from '../../features/comments/comment-edit.tsx';
import { CommentMenu } from '../../features/comments/comment-menu.tsx';
import { RescuedDraft } from '../../features/comments/rescued-draft.tsx';
import { PostActions } from '../../features/posts/post-actions.tsx';
import { PersonActions } from '../../features/reports/person-actions.tsx';

/** What a member does with a post and its comments. The page of the post shows before this code is loaded. */
export const tools = { CommentComposer, CommentEditor, CommentMenu, RescuedDraft, PostActions, PersonActions } as const;
