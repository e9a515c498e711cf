import type { Ctx } from '#kit/server/ctx.ts';
import type { Checked } from '../../core/sql/check.ts';
import type { Source } from '../source/load-source.ts';

/** What the grants say about a statement; `null` lets it through. */
export type GrantDecision = { message: string } | null;

/**
 * Decides whether the caller may read the tables and columns of a checked statement. The statement has passed the guard and the
 * source lies within the caller's reach for the permission being exercised (`loadSource`); that is the whole rule until there
 * are grants on tables and columns, which belong here and nowhere else.
 */
export function decideRead(ctx: Ctx, source: Source, checked: Checked): Promise<GrantDecision> {
  void ctx;
  void checked;
  return Promise.resolve(source.row.status === '0' ? { message: '数据源已禁用，请联系管理员启用' } : null);
}
