import { defineServerModule } from '#kit/server/module.ts';
import { recycled } from '#modules/library/server/index.ts';
import { boardPublishing, boardRoutes, boardSharing } from './boards.ts';
import './kind.ts';

export { boardPublishing };

/** 看板: a grid of tiles, and its builder. */
export const boardsModule = defineServerModule({
  name: 'boards',
  needs: ['system', 'files', 'library', 'datasets', 'charts'],
  routes: [boardRoutes],
  businessTypes: [boardPublishing.type, boardSharing.type],
  recycle: [recycled('board')],
});
