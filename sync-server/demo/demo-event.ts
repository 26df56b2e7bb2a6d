import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import type { DemoPerson } from './demo-story.ts';

/** An event of the demo, carried out by the command that does it for members. */
export interface DemoEvent {
  readonly at: number;
  readonly by: DemoPerson;
  carryOut(engine: Engine, actor: Actor, writeId: string): Promise<Verdict>;
}

/** Carries out an event with this command. */
export const byCommand =
  (act: (context: CommandContext) => Promise<Verdict>): DemoEvent['carryOut'] =>
  (engine, actor, writeId) =>
    engine.run(actor, writeId, act);

/** Reads reactions such as `ana ❤️, jonas 😂`. */
export const reactionsIn = (text = ''): [DemoPerson, string][] =>
  text === '' ? [] : text.split(', ').map((one) => one.split(' ') as [DemoPerson, string]);
