import * as z from 'zod';
import { ScreenConfig } from '../contract/screen-config.ts';
import { diffScreens } from '../core/diff.ts';
import { filesOfScreen, outlineOfScreen, shapeOfScreen } from '../core/outline.ts';
import { isNewerScreen, readScreen } from '../core/read-screen.ts';
import { readChart, readCharts, refsOf, idleLinks } from '#modules/charts/core/index.ts';
import { screenWithIds } from '../core/new-ids.ts';
import { renameInScreen } from '../core/rename.ts';
import { screenSketch } from '../core/sketch.ts';
import { WIDGETS } from '../core/widgets.ts';
import { assertCopyReach, checkDocument, type DocumentForm, chartTypes } from '#modules/charts/server/index.ts';
import { defineKind } from '#modules/library/server/index.ts';

const Number = z.coerce.number<number | string>();
const form: DocumentForm<ScreenConfig> = {
  kind: 'screen',
  ours: ScreenConfig,
  family: z.looseObject({
    width: Number.optional(),
    height: Number.optional(),
    layout: z.array(z.looseObject({ i: z.union([z.string(), z.number()]), x: Number, y: Number, w: Number, h: Number })).max(500),
    property: z
      .array(z.looseObject({ id: z.union([z.string(), z.number()]) }))
      .max(500)
      .nullish(),
  }),
  isNewer: isNewerScreen,
  read: readScreen,
  outline: outlineOfScreen,
};
const KIND_LABELS = Object.fromEntries(Object.entries(WIDGETS).map(([key, { label }]) => [key, label]));
const refs = (doc: unknown) => refsOf(outlineOfScreen(readScreen(doc)));

/** 大屏 in the library. */
defineKind('screen', {
  isNewer: isNewerScreen,
  isReadable: (doc) => !isNewerScreen(doc),
  isEmpty: (doc) => Object.keys(readScreen(doc).nodes).length === 0,
  check: async (ctx, input, before) => ({ ...(await checkDocument(ctx, form, input, before)), columns: {} }),
  checkCopy: (ctx, id, doc) => assertCopyReach(ctx, form, id, doc),
  refs,
  files: (doc) => filesOfScreen(readScreen(doc)),
  idleLinks: (doc, charts) => idleLinks(shapeOfScreen(readScreen(doc), readCharts(charts))),
  freeze(doc, charts) {
    const config = readScreen(doc);
    const nodes = Object.fromEntries(
      Object.entries(config.nodes).map(([key, node]) => [
        key,
        node.chartId ? { ...node, chartId: null, chart: readChart(charts[node.chartId]) } : node,
      ]),
    );
    return { ...config, nodes };
  },
  sketch: async (db, doc) => screenSketch(readScreen(doc), await chartTypes(db, refs(doc))),
  diff: (before, after, names) => diffScreens(readScreen(before), readScreen(after), names, KIND_LABELS),
  rename: (doc, renames, setOf) => (isNewerScreen(doc) ? null : renameInScreen(readScreen(doc), renames, setOf)),
  withIds: (doc, ids) => (isNewerScreen(doc) ? null : screenWithIds(readScreen(doc), ids)),
});
