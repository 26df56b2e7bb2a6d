import { useNavigate } from 'react-router-dom';
import { commonText } from '../../text/common.ts';
import { postText } from '../../text/posts.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Shown for a post that was deleted or never existed; both read the same. */
export function PostMissing() {
  const navigate = useNavigate();
  return (
    <EmptyState
      page
      art="frame"
      title={postText.notFound}
      text={postText.gone}
      action={<Button onClick={() => void navigate('/posts')}>{commonText.goBack}</Button>}
    />
  );
}
