import { implement } from '#kit/server/module.ts';
import { merge } from '../../contract/match.ts';
import { batchPreview, cancelBatch, latestBatch, skippedGroups, startBatch } from './batch.ts';
import { mergeRecords } from './merge.ts';
import { mergePage } from './page.ts';
import { undoMerge } from './undo.ts';

/** The calls of 合并. */
export const mergeCalls = implement(merge, {
  create: (ctx, { params, body }) => mergeRecords(ctx, params.modelId, body),
  undo: (ctx, { params }) => undoMerge(ctx, params.id),
  page: (ctx, { params, query }) => mergePage(ctx, params.modelId, query),
  previewBatch: (ctx, { params }) => batchPreview(ctx, params.modelId),
  startBatch: (ctx, { params, body }) => startBatch(ctx, params.modelId, body.groups),
  latestBatch: (ctx, { params }) => latestBatch(ctx, params.modelId),
  cancelBatch: (ctx, { params }) => cancelBatch(ctx, params.id),
  skipped: (ctx, { params, query }) => skippedGroups(ctx, params.id, query),
});
