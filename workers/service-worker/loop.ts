/**
 * The part of the service worker that knows the local database: a script of its own, which the service worker keeps at its installation
 * and runs only when there is something to send, or a call arrives. So a start of the app never waits for it.
 */
import type { Loop } from './loop-script.ts';
import { actOnNotice } from './push/act-on-notice.ts';
import { answerPush } from './push/answer-push.ts';
import { pressNotice } from './push/press-notice.ts';
import { receivePush } from './push/receive-push.ts';
import { sendPending } from './send-pending.ts';

declare const self: ServiceWorkerGlobalScope & { kithLoop?: Loop };

self.kithLoop = {
  sendPending,
  receivePush: (text) => receivePush(text, { registration: self.registration, answerPush }),
  pressNotice: (data, action) => (action === 'read' || action === 'heart' ? actOnNotice(data, action) : pressNotice(data, self.clients)),
};
