import { refuse, type Verdict } from '../../schemas/base/refusal.ts';

/** For collections that no member writes: only the server does, as part of another act. */
export const refuseEveryWrite = async (): Promise<Verdict> => refuse('UNKNOWN_WRITE');
