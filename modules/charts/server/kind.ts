import * as z from 'zod';
import { CHART_TYPE_KEYS } from '../contract/chart-types.ts';
import { ChartConfig } from '../contract/chart.ts';
import { diffCharts } from '../core/outline/diff.ts';
import { outlineOfChart } from '../core/outline/outline.ts';
import { isNewerChart, readChart } from '../core/chart/read-chart.ts';
import { refsOf } from '../core/outline/refs.ts';
import { chartWithIds } from '../core/outline/new-ids.ts';
import { renameInChart } from '../core/outline/rename-fields.ts';
import { chartSketch } from '../core/outline/sketch.ts';
import { assertCopyReach, checkDocument, type DocumentForm } from './documents.ts';
import { defineKind } from '#modules/library/server/index.ts';

const Shelf = z.array(z.looseObject({ col: z.string().min(1).max(128), alias: z.string().max(200).nullish() })).max(50);
const form: DocumentForm<ChartConfig | null> = {
  kind: 'chart',
  ours: ChartConfig,
  family: z.looseObject({
    dataSetId: z.string({ error: '请选择数据集' }).min(1, '请选择数据集').max(32),
    chartType: z.enum(CHART_TYPE_KEYS, '图表类型不正确'),
    rows: Shelf.default([]),
    columns: Shelf.default([]),
    measures: Shelf.default([]),
    filters: z.array(z.unknown()).max(50).nullish(),
    options: z.looseObject({}).nullish(),
    theme: z.string().max(40).nullish(),
    seriesType: z.string().max(40).nullish(),
  }),
  isNewer: isNewerChart,
  read: readChart,
  outline: outlineOfChart,
};

/** 图表 in the library. */
defineKind('chart', {
  isNewer: isNewerChart,
  isReadable: (doc) => readChart(doc) !== null,
  isEmpty: (doc) => readChart(doc) === null,
  async check(ctx, input, before) {
    const passed = await checkDocument(ctx, form, input, before);
    const chart = readChart(passed.form);
    return { ...passed, columns: { dataSetId: chart?.dataSetId ?? null, chartType: chart?.chartType ?? null } };
  },
  checkCopy: (ctx, id, doc) => assertCopyReach(ctx, form, id, doc),
  refs: (doc) => refsOf(outlineOfChart(readChart(doc))),
  files: () => [],
  idleLinks: () => [],
  freeze: (doc) => readChart(doc) ?? {},
  async sketch(_db, doc) {
    const chart = readChart(doc);
    return chart && chartSketch(chart.chartType);
  },
  diff: (before, after) => diffCharts(readChart(before), readChart(after)),
  rename(doc, renames) {
    const chart = readChart(doc);
    return chart && renameInChart(chart, renames);
  },
  withIds(doc, ids) {
    const chart = readChart(doc);
    return chart && chartWithIds(chart, ids);
  },
});
