import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import { ApiRow } from '../../contract/api.ts';
import { outputNames, outputsOf } from '../../core/index.ts';
import { offeredPlans } from '../plans/offered.ts';

const DAY_MS = 86_400_000;

interface Wanted {
  readonly apiId: string;
  /** codes of items; none = all */
  readonly columns: readonly string[];
  readonly from: Date;
  readonly endTime: Date;
}
/** Terms of the subscription that a request for an API becomes. */
export interface ApiTerms {
  readonly days: number;
  /** names of the answer; null = all */
  readonly fields: string[] | null;
  readonly planId: string | null;
}

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** Items are named by columns, answers by what the API calls them; a resource tells more than one of its APIs may give. */
async function fieldsOf(db: Db, { apiId, columns }: Wanted): Promise<string[] | null> {
  if (columns.length === 0) return null;
  const row = await db.selectFrom('marketApi').selectAll().where('id', '=', apiId).where('deletedAt', 'is', null).executeTakeFirst();
  if (!row) throw wrong('refId', '数据API不存在或已删除');
  const { executeConfig, resParams } = ApiRow.parse(row);
  const asked = new Set(columns);
  const isScript = executeConfig.configType === '2';
  const told = outputNames({ executeConfig, resParams });
  // a script whose outputs were never told gives what it is asked for and has
  if (isScript && told.length === 0) return [...columns];
  const known = isScript
    ? told.filter((name) => asked.has(name))
    : outputsOf(executeConfig, resParams).flatMap(({ column, name }) => (asked.has(column) || asked.has(name) ? [name] : []));
  if (known.length === 0) throw wrong('columns', '所选信息项都不在该API的返回字段中，请重新选择');
  return known;
}

/** An API that is offered with plans is not called without one: the first that lasts long enough, rather one that people decide about. */
async function planOf(db: Db, { apiId }: Wanted, days: number): Promise<string | null> {
  const offered = await offeredPlans(db, apiId);
  if (offered.length === 0) return null;
  const fitting = offered.filter(({ maxDays }) => maxDays === null || maxDays >= days);
  const plan = fitting.find(({ approval }) => approval === 'manual') ?? fitting[0];
  if (!plan) throw wrong('validTo', `该API的调用方案最长${Math.max(...offered.map(({ maxDays }) => maxDays ?? 0))}天，请缩短使用期限`);
  return plan.id;
}

/** What a request for an API comes to. Throws input.invalid. */
export async function apiTerms(db: Db, wanted: Wanted): Promise<ApiTerms> {
  const days = Math.max(1, Math.ceil((wanted.endTime.getTime() - wanted.from.getTime()) / DAY_MS));
  return { days, fields: await fieldsOf(db, wanted), planId: await planOf(db, wanted, days) };
}
