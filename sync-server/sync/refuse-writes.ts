import { refuse, type Verdict } from '../../schemas/base/refusal.ts';

/** For collections that a member never writes: only the server does, as a part of another act. */
export const refuseEveryWrite = async (): Promise<Verdict> => refuse('UNKNOWN_WRITE');
