/** How members choose when they are called. Only histories with calls have these acts. */
import { chosenFrom, type Deed, type Scene, write } from '../scene.ts';

const HOUR_MS = 3_600_000;
const names = ['messages', 'comments', 'posts', 'reactions', 'friends'] as const;

const setting = ({ me }: Scene, key: string, value: string) => ({
  write: write('settings', `${me.id}|${key}`, { user_id: me.id, key, value }),
});
/** The wall time in so many hours, in UTC. */
const wallTime = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);

export const callActs: Readonly<Record<string, Deed>> = {
  'read a chat to its end': (scene) => {
    const group = chosenFrom(scene.rows('groups'), scene.pick)?.id;
    const times = scene.rows('group_messages').flatMap((row) => (row.group_id === group ? [String(row.created_at)] : []));
    const newest = times.sort().at(-1);
    return newest === undefined ? null : setting(scene, `group_read|${group}`, newest);
  },
  'switch calls on or off': (scene) => setting(scene, `call_${names[scene.other % names.length]}`, scene.pick % 3 === 0 ? 'off' : 'on'),
  'switch calls about reactions on': (scene) => setting(scene, 'call_reactions', 'on'),
  'begin quiet hours': (scene) => setting(scene, 'quiet_hours', `${wallTime(-2)}-${wallTime(3)} UTC`),
  'set quiet hours for later': (scene) => setting(scene, 'quiet_hours', `${wallTime(2)}-${wallTime(9)} UTC`),
  'end quiet hours': (scene) => setting(scene, 'quiet_hours', 'off'),
};
