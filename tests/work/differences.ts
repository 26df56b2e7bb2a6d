/**
 * Compares what an act cost with its bound, and says in plain words what differs. What is listed must be the same, name for name; where the
 * bound is a number, there must not be more.
 */

/** What is counted of an act: the names of what was done, each as often as it was, or a number. */
export type Work = Readonly<Record<string, readonly string[] | number>>;

/** `a` as often as it is in `names` and not in `others`. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return names.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Names from a text: `read posts, 2 write posts` has three. */
export const list = (names: string): readonly string[] =>
  names.split(', ').flatMap((name) => {
    const [, times = '1', one = ''] = /^(?:(\d+) )?(.*)$/.exec(name) ?? [];
    return Array.from({ length: one === '' ? 0 : Number(times) }, () => one);
  });

function differenceOf(what: string, counted: Work[string], bound: Work[string]): string | null {
  const count = typeof counted === 'number' ? counted : counted.length;
  if (typeof bound === 'number' || typeof counted === 'number') {
    return count > Number(bound) ? `${count} ${what}, at most ${bound} expected` : null;
  }
  const names = [...without(counted, bound).map((name) => `+${name}`), ...without(bound, counted).map((name) => `-${name}`)];
  return names.length > 0 ? `${count} ${what}, ${bound.length} expected: ${names.join(', ')}` : null;
}

/** A line for each figure of an act that is not as its bound says; none if all are. */
export const differences = (act: string, counted: Work, bounds: Work): string[] =>
  Object.entries(bounds).flatMap(([what, bound]) => {
    const found = counted[what];
    const difference = found === undefined ? `no ${what} counted` : differenceOf(what, found, bound);
    return difference === null ? [] : [`${act}: ${difference}`];
  });
