import { implement } from '#kit/server/module.ts';
import { running as contract } from '../../contract/running.ts';
import { handOver } from './hand-over.ts';
import { runningOverview } from './overview.ts';
import { runningCounts, runningExcel, runningPage } from './page.ts';
import { standingOf } from './standing.ts';
import { urgeOverdue } from './urge-overdue.ts';

/** 运行中的流程: what runs, where it stands, what is late and why, and what administrators do about it. */
export const runningInstances = implement(contract, {
  page: (ctx, { query }) => runningPage(ctx, query),
  exportRows: runningExcel.exportRows,
  exportJob: runningExcel.exportJob,
  counts: (ctx, { query }) => runningCounts(ctx, query),
  overview: (ctx) => runningOverview(ctx),
  standing: (ctx, { params }) => standingOf(ctx, params.id),
  handOver: (ctx, { params, body }) => handOver(ctx, params.id, body),
  urgeOverdue: (ctx, { body }) => urgeOverdue(ctx, body),
});
