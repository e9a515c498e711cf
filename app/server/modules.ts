import type { ServerModule } from '#kit/server/module.ts';
import { exportsModule } from '#modules/exports/server/index.ts';
import { filesModule } from '#modules/files/server/index.ts';
import { boardsModule } from '#modules/boards/server/index.ts';
import { chartsModule } from '#modules/charts/server/index.ts';
import { datasetsModule } from '#modules/datasets/server/index.ts';
import { libraryModule } from '#modules/library/server/index.ts';
import { screensModule } from '#modules/screens/server/index.ts';
import { embeddingModule } from '#modules/embedding/server/index.ts';
import { transferModule } from '#modules/transfer/server/index.ts';
import { viewingModule } from '#modules/viewing/server/index.ts';
import { catalogueModule } from '#modules/catalogue/server/index.ts';
import { consoleModule } from '#modules/console/server/index.ts';
import { gateModule } from '#modules/gate/server/index.ts';
import { lineageModule } from '#modules/lineage/server/index.ts';
import { sourcesModule } from '#modules/sources/server/index.ts';
import { noticesModule } from '#modules/notices/server/index.ts';
import { monitorModule } from '#modules/monitor/server/index.ts';
import { projectsModule } from '#modules/projects/server/index.ts';
import { schedulerModule } from '#modules/scheduler/server/index.ts';
import { standardsModule } from '#modules/standards/server/index.ts';
import { managedModule } from '#modules/managed/server/index.ts';
import { formsModule } from '#modules/forms/server/index.ts';
import { masterdataModule } from '#modules/masterdata/server/index.ts';
import { marketModule } from '#modules/market/server/index.ts';
import { qualityModule } from '#modules/quality/server/index.ts';
import { workflowModule } from '#modules/workflow/server/index.ts';
import { systemModule } from '#modules/system/server/index.ts';

/** Every module of the product; the only list of its kind. */
export const modules: readonly ServerModule[] = [
  systemModule,
  monitorModule,
  filesModule,
  noticesModule,
  schedulerModule,
  projectsModule,
  workflowModule,
  sourcesModule,
  gateModule,
  lineageModule,
  consoleModule,
  catalogueModule,
  managedModule,
  qualityModule,
  libraryModule,
  datasetsModule,
  marketModule,
  chartsModule,
  boardsModule,
  screensModule,
  viewingModule,
  embeddingModule,
  transferModule,
  standardsModule,
  formsModule,
  masterdataModule,
  exportsModule,
];
