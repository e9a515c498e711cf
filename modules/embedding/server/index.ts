import type { App } from '#kit/server/ctx.ts';
import { defineServerModule } from '#kit/server/module.ts';
import { appRoutes, recycledApps } from './apps.ts';
import { embeddedRoutes } from './calls.ts';
import { menus } from './menus.ts';
import { liveApp } from './open.ts';

/** Where the pages may stand that embed for an application; none when it is unknown or off. */
export const allowedOrigins = async (app: App, appId: string): Promise<readonly string[]> => (await liveApp(app.db, appId))?.origins ?? [];

/** Boards, charts and screens in the pages of other systems. */
export const embeddingModule = defineServerModule({
  name: 'embedding',
  needs: ['system', 'files', 'sources', 'datasets', 'library', 'charts', 'boards', 'screens', 'viewing'],
  migrations: { name: 'embedding', folder: new URL('./migrations/', import.meta.url) },
  routes: [appRoutes, embeddedRoutes],
  menus,
  recycle: [recycledApps],
});
