import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { FlowDesk } from '#kit/server/flow.ts';
import { latestOf } from './definitions-of.ts';
import { cancelInstance } from './instances.ts';
import { stepsAhead, submit } from './submit.ts';
import { stepsNow } from './waiting.ts';

/** The settings of a type, those in force first. */
const businessesOf = (db: Db, type: string) =>
  db
    .selectFrom('flowBusiness')
    .select(['businessCode', 'status', 'idleRule', 'definitionKey'])
    .where('businessType', '=', type)
    .where('deletedAt', 'is', null)
    .orderBy('status', 'desc')
    .orderBy('businessCode')
    .limit(20)
    .execute();

/** Where the modules submit their records. */
export const flowDesk: FlowDesk = {
  async governs(db, { code, name, withoutApproval }) {
    const businesses = await businessesOf(db, code);
    for (const { status, definitionKey } of businesses) {
      if (status !== '1') continue;
      const definition = await latestOf(db, definitionKey);
      if (definition?.suspensionState === '1') return true;
    }
    const mayGo = withoutApproval !== undefined && (businesses.length === 0 || businesses[0]?.idleRule === 'pass');
    if (mayGo) return false;
    throw new AppError('flow.notConfigured', `“${name}”没有可用的审批流程，请联系管理员在“业务流程配置”中启用`);
  },
  async submit(ctx, { businessType, id }) {
    const [business] = await businessesOf(ctx.db, businessType);
    return submit(ctx, { businessCode: business?.businessCode ?? '', businessType, id });
  },
  async preview(ctx, type, record) {
    const [business] = await businessesOf(ctx.db, type.code);
    return stepsAhead(ctx, { businessCode: business?.businessCode ?? '', businessType: type.code, id: '' }, record);
  },
  waiting: stepsNow,
  cancel: cancelInstance,
};
