import './kind-board.ts';
import './kind-chart.ts';
import './kind-screen.ts';

export { boardRoutes } from './boards.ts';
export { chartRoutes } from './charts.ts';
export { folderRoutes } from './folders.ts';
export { grantRoutes } from './grants.ts';
export { recycle } from './recycled.ts';
export { screenRoutes } from './screens.ts';
export { drawMissing } from './sketch.ts';
export { defineSystemScreens, putSystemScreen, type SystemScreen } from './system-items.ts';
export { versionRoutes } from './version-calls.ts';
