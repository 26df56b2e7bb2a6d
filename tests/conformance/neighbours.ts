import type { Circle, Member } from '../support/fixtures/server.ts';

export interface Neighbours {
  readonly ana: Member;
  readonly ben: Member;
  readonly cleo: Member;
  readonly dora: Member;
}

/** Ana and Ben are friends, and so are Ben and Cleo; Dora is a stranger. `of` makes their names unique. */
export async function neighboursIn(circle: Circle, suffix = ''): Promise<Neighbours> {
  const member = (name: string) => circle.signUp(`${name}${suffix}`);
  const [ana, ben, cleo, dora] = [await member('Ana'), await member('Ben'), await member('Cleo'), await member('Dora')];
  await circle.befriend(ana, ben);
  await circle.befriend(ben, cleo);
  return { ana, ben, cleo, dora };
}
