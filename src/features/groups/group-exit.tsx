import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type GroupRole, may } from '../../../schemas/groups/group-roles.ts';
import { useOffline } from '../../data/store/connection.ts';
import { commonText } from '../../text/common.ts';
import { groupText } from '../../text/groups.ts';
import { postText } from '../../text/posts.ts';
import { Button } from '../../ui/forms/button.tsx';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { notify } from '../../ui/overlays/toast.ts';
import { useAct } from './use-act.ts';
import { deleteGroup, leaveGroup } from './write-group.ts';

const LEFT_AFTER_MS = 1000;

/** Leaves or deletes a group: the owner deletes it, everybody else leaves it. Both are asked first. */
export function GroupExit({
  groupId,
  name,
  role,
  onGone,
}: {
  readonly groupId: string;
  readonly name: string;
  readonly role: GroupRole;
  /** called before the write; the screen must keep its content until it closes */
  readonly onGone: () => void;
}) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAct();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const offline = useOffline();
  const deletes = may(role, 'deleteGroup');

  const go = async () => {
    onGone();
    const done = await (deletes
      ? act((store) => deleteGroup(store, groupId), groupText.deleteFailed, offline ? undefined : groupText.deleted)
      : act((store) => leaveGroup(store, groupId), groupText.leaveFailed, offline ? undefined : groupText.left));
    setAsking(false);
    if (done && offline) notify.info(postText.waits);
    if (done) timer.current = setTimeout(() => void navigate('/groups', { replace: true }), LEFT_AFTER_MS);
  };
  return (
    <>
      {deletes ? (
        <IconButton label={groupText.deleteGroup} icon={<Trash2 />} variant="danger" onClick={() => setAsking(true)} />
      ) : (
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          {groupText.leave}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={deletes ? groupText.askToDelete : groupText.askToLeave}
        text={deletes ? groupText.askToDeleteText(name) : groupText.askToLeaveText(name)}
        confirmLabel={deletes ? commonText.delete : groupText.leave}
        danger
        busy={busy}
        onConfirm={() => void go()}
      />
    </>
  );
}
