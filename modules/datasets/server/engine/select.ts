import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import { compileRows, localMoment, type SqlDialectName } from '../../core/query/index.ts';
import type { Sql } from '../../core/query/sql.ts';
import { asInput } from './ask.ts';
import { engineSettings, ZONE } from './settings.ts';

/**
 * The rows of a data set over a source as a select that other programs build statements on, a column for each named field: c0, c1 …. Rights
 * and masks are the gate's when the statement is compiled. Throws input.invalid for what rows cannot tell.
 */
export async function selectOf(ctx: Ctx, set: DataSet, fieldIds: readonly string[], dialect: SqlDialectName): Promise<Sql> {
  const { fiscalMonth } = await engineSettings(ctx.app);
  const clock = { now: localMoment(ctx.app.now().getTime(), ZONE), fiscalMonth };
  return asInput(() => compileRows({ set, dialect, clock }, fieldIds));
}
