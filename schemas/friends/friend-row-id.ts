import { joinId } from '../base/joined-id.ts';

export const friendRowId = (userId: string, friendId: string): string => joinId(userId, friendId);
