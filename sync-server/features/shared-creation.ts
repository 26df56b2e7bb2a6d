import type { RefusalCode, Verdict } from '../../schemas/protocol/refusal.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import type { CollectionFeature, Shared, SharedCommand } from '../sync/feature.ts';

/**
 * What a collection gives the engine for creations that share a transaction: those whose documents can be `read` as one are given
 * to the command together. The others, and one that meets `taken`, may be no creation: they go on their own, where `push` finds
 * out what they mean.
 */
export function sharedCreation<Input>(
  read: (change: PushChange) => Input | null,
  command: SharedCommand<Input>,
  taken: RefusalCode,
): NonNullable<CollectionFeature['create']> {
  return async (acts) => {
    const inputs = acts.map(({ input }) => read(input));
    const sound = acts.flatMap(({ context }, index): Shared<Input>[] => {
      const input = inputs[index];
      return input === null || input === undefined ? [] : [{ context, input }];
    });
    const judged = (await command(sound)).values();
    return inputs.map((input): Verdict | null => {
      if (input === null) return null;
      const verdict = judged.next().value ?? null;
      return verdict && !verdict.allowed && verdict.code === taken ? null : verdict;
    });
  };
}
