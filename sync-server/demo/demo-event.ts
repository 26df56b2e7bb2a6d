import type { Verdict } from '../../schemas/protocol/refusal.ts';
import type { CommandContext } from '../sync/feature.ts';
import type { DemoPerson } from './demo-story.ts';

/** Something that happens in the demo, by the command that does it for members. */
export interface DemoEvent {
  readonly at: number;
  readonly by: DemoPerson;
  act(context: CommandContext): Promise<Verdict>;
}

/** `ana ❤️, jonas 😂` */
export const reactionsIn = (text = ''): [DemoPerson, string][] =>
  text === '' ? [] : text.split(', ').map((one) => one.split(' ') as [DemoPerson, string]);
