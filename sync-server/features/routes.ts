import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import { friendRoutes } from './friends/friend-routes.ts';
import { invitationRoutes } from './friends/invitations/invitation-routes.ts';
import { inviteLinkRoutes } from './friends/invitations/invite-link-routes.ts';
import { groupInvitationRoutes } from './groups/group-invitation-routes.ts';
import { groupRoutes } from './groups/group-routes.ts';
import { imageRoutes } from './images/image-routes.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { postRoutes } from './posts/post-routes.ts';
import { profileImageRoutes } from './profiles/profile-image-routes.ts';
import { profileRoutes } from './profiles/profile-routes.ts';
import { messageReactionRoutes } from './reactions/message-reaction-routes.ts';
import { reactionRoutes } from './reactions/reaction-routes.ts';
import { blockRoutes } from './settings/block-routes.ts';
import { reportRoutes } from './settings/report-routes.ts';

/** The REST routes of the features. Mount them at `/api` behind the auth guard. */
export function featureRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  // Before the posts: `/posts/reactions` is no post.
  routes.route('/', reactionRoutes(deps));
  routes.route('/', postRoutes(deps));
  routes.route('/', commentRoutes(deps));
  routes.route('/', invitationRoutes(deps));
  routes.route('/', inviteLinkRoutes(deps));
  routes.route('/', friendRoutes(deps));
  // Before the groups: `/groups/invitations` is no group.
  routes.route('/', groupInvitationRoutes(deps));
  routes.route('/', groupRoutes(deps));
  routes.route('/', messageRoutes(deps));
  routes.route('/', messageReactionRoutes(deps));
  routes.route('/', blockRoutes(deps));
  routes.route('/', notificationRoutes(deps));
  routes.route('/', imageRoutes(deps));
  // Before the profiles: `me` in `/profiles/me/image` is not a member's id.
  routes.route('/', profileImageRoutes(deps));
  routes.route('/', profileRoutes(deps));
  routes.route('/', reportRoutes(deps));
  return routes;
}
