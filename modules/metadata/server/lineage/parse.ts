import { implement } from '#kit/server/module.ts';
import { lineageParse } from '../../contract/lineage-parse.ts';
import type { ColumnRef } from '../../core/lineage/types.ts';
import { analyseSql } from './engine.ts';

const pair = ({ table, column }: ColumnRef): [string | null, string] => [table, column];

/** The lineage of a text that somebody sends; nothing is stored and no source is asked. */
export const lineageParses = implement(lineageParse, {
  async parse(_ctx, { body }) {
    const { dialect, sql, schema } = body;
    const lineage = await analyseSql({ dialect, sql, ...(schema && { schema }), skipIntermediate: true, expressions: false });
    const { sources, targets, all } = lineage.tables;
    return {
      tables: { sources: [...sources], targets: [...targets], all: [...all] },
      edges: lineage.edges.flatMap((edge): [[string | null, string], [string | null, string]][] =>
        edge.kind === 'value' ? [[pair(edge.from), pair(edge.to)]] : [],
      ),
      outputs: Object.fromEntries(Object.entries(lineage.outputs).map(([name, columns]) => [name, columns.map(pair)])),
      unresolved: lineage.unresolved.map((item) => ({ ...item, candidates: [...item.candidates] })),
    };
  },
});
