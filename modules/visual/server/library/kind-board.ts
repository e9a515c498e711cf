import * as z from 'zod';
import { BoardConfig } from '../../contract/board-config.ts';
import { diffBoards } from '../../core/doc/diff-board.ts';
import { filesOfBoard, outlineOfBoard, shapeOfBoard } from '../../core/doc/outline-board.ts';
import { readBoard } from '../../core/doc/read-board.ts';
import { readChart, readCharts } from '../../core/doc/read-chart.ts';
import { refsOf } from '../../core/doc/refs.ts';
import { renameInBoard } from '../../core/doc/rename-board.ts';
import { boardSketch } from '../../core/doc/sketch-board.ts';
import { idleLinks } from '../../core/view/shape.ts';
import { assertCopyReach, checkDocument, type DocumentForm } from './documents.ts';
import { chartTypes } from './chart-types.ts';
import { defineKind } from './kinds.ts';

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
  read: readBoard,
  outline: outlineOfBoard,
};
const refs = (doc: unknown) => refsOf(outlineOfBoard(readBoard(doc)));

/** 看板 in the library. */
defineKind('board', {
  isReadable: () => true,
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
  rename: (doc, renames, setOf) => renameInBoard(readBoard(doc), renames, setOf),
});
