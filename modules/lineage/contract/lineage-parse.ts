import * as z from 'zod';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** A column of a table as [table, column]; table null: of the answer of a bare SELECT, or nobody can say of which. */
const Pair = z.tuple([z.string().nullable(), z.string()]);
const Names = z.array(z.string());

/** Lineage of a text, in the shape of the product family. */
export const lineageParse = defineContract({
  parse: route.post('/data/metadata/lineage/parse', {
    summary: '解析SQL血缘',
    access: perm('metadata:datablood:list', 'metadata:sqlconsole:run'),
    body: z.object({
      /** any name; an unknown one is read as standard SQL */
      dialect: z.string().max(100, '方言名称过长').default(''),
      sql: z.string('请输入SQL语句').max(2_000_000, 'SQL文本超过2MB，请拆分后重试'),
      /** columns of tables, names qualified or not */
      schema: z.record(z.string(), z.array(z.string().max(1000)).max(10_000)).nullish(),
    }),
    reply: z.object({
      tables: z.object({ sources: Names, targets: Names, all: Names }),
      /** [from, to], what flows by value */
      edges: z.array(z.tuple([Pair, Pair])),
      /** of a bare SELECT: name of the output → base columns */
      outputs: z.record(z.string(), z.array(Pair)),
      /** parts that a steward has to look at */
      unresolved: z.array(
        z.object({
          text: z.string(),
          reason: z.enum(['syntax', 'dynamicSql', 'ambiguousColumn', 'unknownColumn', 'star', 'tooDeep', 'timeout']),
          candidates: Names,
          statement: z.number().int(),
        }),
      ),
    }),
    timeoutMs: 30_000,
  }),
});
