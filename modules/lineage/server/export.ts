import { Readable } from 'node:stream';
import type { Input, Reply } from '#kit/contract/route.ts';
import { csvLine } from '#kit/core/text/csv.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { CONFIDENCE_LABELS, EDGE_KIND_LABELS, ORIGIN_LABELS, type lineage as contract } from '../contract/lineage.ts';

type Graph = Reply<typeof contract.table>;
const TITLES = ['来源对象', '来源字段', '去向对象', '去向字段', '关系', '关系来源', '置信度', '来源数据源', '去向数据源'];

/** The edges of a drawing as rows: one by one where columns are known, else between the objects. */
export function edgeRows(graph: Graph): string[][] {
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const nameOf = (key: string) => {
    const node = nodes.get(key);
    return node ? (node.schemaName === null || node.schemaName === undefined ? node.name : `${node.schemaName}.${node.name}`) : '';
  };
  const sourceOf = (key: string) => nodes.get(key)?.sourceName ?? '';
  const listed = new Set(graph.columnEdges.map((edge) => `${edge.from} ${edge.to}`));
  const columns = graph.columnEdges.map((edge) => [
    nameOf(edge.from),
    edge.fromColumn ?? '',
    nameOf(edge.to),
    edge.toColumn ?? '',
    EDGE_KIND_LABELS[edge.kind],
    ORIGIN_LABELS[edge.origin],
    CONFIDENCE_LABELS[edge.confidence],
    sourceOf(edge.from),
    sourceOf(edge.to),
  ]);
  const whole = graph.edges
    .filter((edge) => !listed.has(`${edge.from} ${edge.to}`))
    .map((edge) => [
      nameOf(edge.from),
      '',
      nameOf(edge.to),
      '',
      edge.kinds.map((kind) => EDGE_KIND_LABELS[kind]).join('、'),
      edge.origins.map((origin) => ORIGIN_LABELS[origin]).join('、'),
      CONFIDENCE_LABELS[edge.confidence],
      sourceOf(edge.from),
      sourceOf(edge.to),
    ]);
  return [...columns, ...whole].toSorted((a, b) => (a.join('\u0000') < b.join('\u0000') ? -1 : 1));
}

/** The edges that the drawing shows, as a file; the caller's rights have trimmed the drawing. */
export function exportEdges(ctx: Ctx, graph: Graph, name: string, format: Input<typeof contract.export>['body']['format']): StreamReply {
  const rows = edgeRows(graph);
  ctx.audit.note(`导出“${name}”的血缘关系 ${rows.length} 条`);
  const fileName = `血缘_${name.replace(/[\\/:*?"<>|]/g, '_')}`;
  const headers = { 'cache-control': 'no-store' };
  if (format === 'csv')
    return {
      body: `\ufeff${[TITLES, ...rows].map(csvLine).join('')}`,
      type: 'text/csv; charset=utf-8',
      fileName: `${fileName}.csv`,
      headers,
    };
  const widths = [36, 24, 36, 24, 12, 16, 10, 20, 20];
  const sheet = { name: '血缘关系', columns: TITLES.map((title, at) => ({ title, width: widths[at]! })), rows };
  return { body: Readable.from(workbook([sheet])), type: XLSX_TYPE, fileName: `${fileName}.xlsx`, headers };
}
