import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { alive } from './hits.ts';

const JUDGE = 'metadata:classify:edit';
const open = (ctx: Ctx) => alive(ctx, [JUDGE]).where('metadataClassHit.state', '=', 'proposed');

/** Sensitive columns proposed by recognition and not decided yet. */
export const hitsToJudge: TodoKind = {
  kind: 'metadata.classHit',
  label: '敏感识别',
  verb: '去判断',
  async list(ctx) {
    if (!holds(ctx.user, JUDGE)) return [];
    const rows = await open(ctx)
      .select([
        'metadataTable.tableName',
        'metadataColumn.columnName',
        'metadataClass.className',
        'metadataClass.level',
        'metadataClassHit.matchRate',
        'metadataClassHit.createTime',
      ])
      .orderBy('metadataClass.level', 'desc')
      .orderBy(sql`metadata_class_hit.match_rate desc nulls last`)
      .orderBy('metadataClassHit.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.tableName}.${row.columnName}`,
      detail: `建议${row.className}（${row.level}）${row.matchRate === null ? '' : ` · 匹配 ${Math.round(Number(row.matchRate) * 100)}%`}`,
      path: `/metadata/classify?tab=hits&q=${encodeURIComponent(`state:proposed,columnName:${row.columnName}`)}`,
      time: row.createTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, JUDGE) ? countUpTo(ctx.db, open(ctx)) : 0),
};
