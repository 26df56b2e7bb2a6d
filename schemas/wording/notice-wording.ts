/** The words of notices that name nobody, and of their buttons. The list of notifications says some of them too. */
export const noticeWording = {
  somethingNew: 'Something new in Kith',
  caughtUp: 'You’re all caught up',
  markRead: 'Mark as read',
} as const;
