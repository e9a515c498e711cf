import { defineServerModule } from '#kit/server/module.ts';
import { transferRoutes } from './calls.ts';
import { menus } from './menus.ts';
import { forgetOrigin } from './origins.ts';

/** Definitions of data sets, charts, boards and screens between installations. */
export const transferModule = defineServerModule({
  name: 'transfer',
  needs: ['system', 'files', 'sources', 'gate', 'library', 'datasets', 'charts', 'boards', 'screens'],
  migrations: { name: 'transfer', folder: new URL('./migrations/', import.meta.url) },
  routes: [transferRoutes],
  menus,
  onPurge: {
    visualDataSet: forgetOrigin('dataset'),
    visualChart: forgetOrigin('chart'),
    visualBoard: forgetOrigin('board'),
    visualScreen: forgetOrigin('screen'),
  },
});
