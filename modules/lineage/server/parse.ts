import { implement } from '#kit/server/module.ts';
import { lineageParse } from '../contract/lineage-parse.ts';
import type { ColumnRef } from '../core/types.ts';
import { analyseSql } from './engine.ts';

/** Callers compare names without regard to case: all of them come in lower case. */
const lower = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.toLowerCase()))];
const pair = ({ table, column }: ColumnRef): [string | null, string] => [table?.toLowerCase() ?? null, column.toLowerCase()];

/** Lineage of a text in the request; nothing is stored and no source is contacted. */
export const lineageParses = implement(lineageParse, {
  async parse(_ctx, { body }) {
    const { dialect, sql, schema } = body;
    const lineage = await analyseSql({ dialect, sql, ...(schema && { schema }), skipIntermediate: true, expressions: false });
    const { sources, targets, all } = lineage.tables;
    return {
      tables: { sources: lower(sources), targets: lower(targets), all: lower(all) },
      edges: lineage.edges.flatMap((edge): [[string | null, string], [string | null, string]][] =>
        edge.kind === 'value' ? [[pair(edge.from), pair(edge.to)]] : [],
      ),
      outputs: Object.fromEntries(Object.entries(lineage.outputs).map(([name, columns]) => [name.toLowerCase(), columns.map(pair)])),
      unresolved: lineage.unresolved.map((item) => ({ ...item, candidates: lower(item.candidates) })),
    };
  },
});
