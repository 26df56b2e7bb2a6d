/** What notices on a device and the list of notifications say alike. Those that begin with a space follow a name. */
export const noticeWording = {
  commented: ' commented on your post',
  sentRequest: ' sent you a friend request',
  acceptedRequest: ' accepted your friend request',
  invitedTo: ' invited you to ',
  wroteIn: ' wrote in ',
  requestDeclined: 'Your friend request was declined',
  somethingNew: 'Something new in Kith',
  caughtUp: 'You’re all caught up',
  markRead: 'Mark as read',
} as const;
