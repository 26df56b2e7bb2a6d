import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Where a post was, or never was: the two read alike. */
export function PostMissing() {
  const navigate = useNavigate();
  return (
    <EmptyState
      art="letter"
      title="Post not found"
      text="This post has been deleted or is no longer available."
      action={<Button onClick={() => void navigate('/posts')}>Go back</Button>}
    />
  );
}
