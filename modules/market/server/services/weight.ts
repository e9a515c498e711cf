import type { Db } from '#kit/server/ctx.ts';
import { ExecuteConfig } from '../../contract/api.ts';
import { HIGHEST_LEVEL, weightOf, type Weight } from '../apis/levels.ts';
import { namedColumns } from '../subscriptions/row-rights.ts';
import { services } from './rows.ts';

const UNSAID = '集成服务没有登记数据级别，请按用途判断';
const STEP_UNSAID = `编排中有步骤没有登记数据级别，按最高级 ${HIGHEST_LEVEL} 审批`;

/** The level that a data API answers with, all of its outputs taken together. */
async function levelOfApi(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('marketApi').select(['executeConfig', 'resParams']).where('id', '=', id).executeTakeFirst();
  if (!row) return HIGHEST_LEVEL;
  const executeConfig = ExecuteConfig.parse(row.executeConfig);
  return (
    await weightOf(
      db,
      { id, executeConfig },
      namedColumns(row).map(({ column }) => column),
    )
  ).level;
}
async function levelOfService(db: Db, id: string): Promise<string | null> {
  const row = await services(db).select('service.level').where('service.id', '=', id).executeTakeFirst();
  return row ? row.level : HIGHEST_LEVEL;
}

interface Weighed {
  readonly level: string | null;
  readonly masks: readonly { path: string }[];
  readonly chain: { readonly steps: readonly { kind: 'service' | 'api'; targetId: string }[] } | null;
}
/** How much the answer of a service weighs: what its owner says, and no less than what the steps of a chain answer with. */
export async function weightOfService(db: Db, { level, masks, chain }: Weighed): Promise<Weight> {
  const masked = masks.map(({ path }) => path);
  const steps = await Promise.all(
    (chain?.steps ?? []).map(async ({ kind, targetId }) =>
      kind === 'api' ? { kind, level: await levelOfApi(db, targetId) } : { kind, level: await levelOfService(db, targetId) },
    ),
  );
  // a data API without levels holds nothing that anybody classified; of a service nobody knows
  if (steps.some((step) => step.kind === 'service' && step.level === null)) return { level: HIGHEST_LEVEL, masked, note: STEP_UNSAID };
  const levels = [level, ...steps.map((step) => step.level)].filter((one) => one !== null).toSorted();
  const strictest = levels.at(-1) ?? null;
  return { level: strictest, masked, note: strictest === null ? UNSAID : null };
}
