import { joinId } from '../base/joined-id.ts';

export const groupMemberId = (groupId: string, userId: string): string => joinId(groupId, userId);
