import * as z from 'zod';
import { BoardConfig } from '../contract/board-config.ts';
import { diffBoards } from '../core/diff.ts';
import { filesOfBoard, outlineOfBoard, shapeOfBoard } from '../core/outline.ts';
import { isNewerBoard, readBoard } from '../core/read-board.ts';
import { readChart, readCharts, refsOf, idleLinks } from '#modules/charts/core/index.ts';
import { boardWithIds } from '../core/new-ids.ts';
import { renameInBoard } from '../core/rename.ts';
import { boardSketch } from '../core/sketch.ts';
import { assertCopyReach, checkDocument, type DocumentForm, chartTypes } from '#modules/charts/server/index.ts';
import { defineKind } from '#modules/library/server/index.ts';

const Number = z.coerce.number<number | string>();
const form: DocumentForm<BoardConfig> = {
  kind: 'board',
  ours: BoardConfig,
  family: z.looseObject({
    layout: z.array(z.looseObject({ i: z.union([z.string(), z.number()]), x: Number, y: Number, w: Number, h: Number })).max(200),
    interval: z
      .array(z.looseObject({ id: z.union([z.string(), z.number()]), milliseconds: Number.nullish() }))
      .max(200)
      .nullish(),
  }),
  isNewer: isNewerBoard,
  read: readBoard,
  outline: outlineOfBoard,
};
const refs = (doc: unknown) => refsOf(outlineOfBoard(readBoard(doc)));

/** 看板 in the library. */
defineKind('board', {
  isNewer: isNewerBoard,
  isReadable: (doc) => !isNewerBoard(doc),
  isEmpty: (doc) => readBoard(doc).tabs.every((tab) => tab.layout.length === 0),
  check: async (ctx, input, before) => ({ ...(await checkDocument(ctx, form, input, before)), columns: {} }),
  checkCopy: (ctx, id, doc) => assertCopyReach(ctx, form, id, doc),
  refs,
  files: (doc) => filesOfBoard(readBoard(doc)),
  idleLinks: (doc, charts) => idleLinks(shapeOfBoard(readBoard(doc), readCharts(charts))),
  freeze(doc, charts) {
    const config = readBoard(doc);
    const tabs = config.tabs.map((tab) => ({
      ...tab,
      layout: tab.layout.map((tile) => (tile.chartId ? { ...tile, chartId: null, chart: readChart(charts[tile.chartId]) } : tile)),
    }));
    return { ...config, tabs };
  },
  sketch: async (db, doc) => boardSketch(readBoard(doc), await chartTypes(db, refs(doc))),
  diff: (before, after, names) => diffBoards(readBoard(before), readBoard(after), names),
  rename: (doc, renames, setOf) => (isNewerBoard(doc) ? null : renameInBoard(readBoard(doc), renames, setOf)),
  withIds: (doc, ids) => (isNewerBoard(doc) ? null : boardWithIds(readBoard(doc), ids)),
});
