/** Faults of calls, which only histories with phones can find. */
import type { PlantedFault } from './planted-fault.ts';

const calls = (name: string, file: string, from: string, to: string): PlantedFault => ({
  name,
  foundBy: 'pushes',
  edits: [{ file: `sync-server/${file}`, from, to }],
});
const today = 'db/today/13-calls.sql';
const dueCalls = 'features/push/calls/due-calls.ts';

export const callFaults: readonly PlantedFault[] = [
  calls(
    'calls do not ask whether a notification is read',
    today,
    "where not n.is_read and n.notification_type <> 'group_message'",
    "where n.notification_type <> 'group_message'",
  ),
  calls(
    'calls are about messages from before a member joined',
    today,
    'join group_members m on m.group_id = g.group_id and m.user_id <> g.sender_id and m.joined_at <= g.created_at',
    'join group_members m on m.group_id = g.group_id and m.user_id <> g.sender_id',
  ),
  calls(
    'calls do not ask whether a request was answered',
    today,
    "n.notification_type = 'friend_request_sent' and i.id = n.related_invitation_id and i.status <> 'pending'",
    'false',
  ),
  calls('calls do not ask for the switch of the member', dueCalls, ") = 'on'\n", ") in ('on', 'off')\n"),
  calls('calls count what they were about before', dueCalls, 'and e.at >= $', 'and now() >= $'),
  calls('calls name what a group is for', dueCalls, 'g.name as group_name', 'coalesce(g.description, g.name) as group_name'),
  calls(
    'calls are made in quiet hours',
    'features/push/calls/send-line.ts',
    'if (until === null) return send(due);',
    'if (until === null || true) return send(due);',
  ),
  calls('quiet hours leave no line behind', 'features/push/calls/send-line.ts', 'later.set(quiet.key, quiet);\n', ''),
  calls(
    'posts add no line',
    'db/today/11-notifications.sql',
    "where n.notification_type <> 'group_message'\n  ));",
    "where n.notification_type not in ('group_message', 'post_created')\n  ));",
  ),
];
