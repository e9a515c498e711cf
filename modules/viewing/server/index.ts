import { defineServerModule } from '#kit/server/module.ts';
import { FIXED_CODES } from '#modules/screens/server/index.ts';
import { commentRoutes } from './comments/comments.ts';
import { homeFigureRoutes } from './home/figures.ts';
import { outputRoutes } from './output/workbook.ts';
import { linkOpening } from './share/approval.ts';
import { shareRoutes } from './share/links.ts';
import { sharedRoutes } from './share/open.ts';
import { subscriptionsDue } from './subscribe/due.ts';
import { subscriptionRoutes } from './subscribe/subscriptions.ts';
import { viewRoutes } from './view/index.ts';
import { warmScreens } from './view/warm.ts';

export { asSetOnly } from './share/ticket.ts';
export { filesOfDocument, openDocument, visiblePictures, type OpenDocument } from './view/document.ts';
export { linesReply, publicView } from './view/index.ts';

/** What is published, for those who look: pages and their data, share links, comments, subscriptions, files. */
export const viewingModule = defineServerModule({
  name: 'viewing',
  needs: ['system', 'files', 'notices', 'sources', 'gate', 'library', 'datasets', 'charts', 'boards', 'screens'],
  routes: [viewRoutes, shareRoutes, sharedRoutes, outputRoutes, commentRoutes, subscriptionRoutes, homeFigureRoutes],
  businessTypes: [linkOpening.type],
  tasks: { 'visual.subscriptionsDue': subscriptionsDue },
  schedules: [{ code: 'visual.subscriptionsDue', name: '发送看板订阅', task: 'visual.subscriptionsDue', cron: '20 * * * * ?' }],
  warm: (app, signal) => warmScreens(app, FIXED_CODES, signal),
});
