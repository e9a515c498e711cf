import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure } from '#kit/server/module.ts';
import { CODE } from '../../contract/practicing-qualification.ts';
import { dayAt } from '../../core/expiry.ts';
import { visible } from './queries.ts';

const LIST = [`${CODE}:list`];

/** 有效证书 of the /home directory, as far as the account may list them. */
export async function qualificationFigures(ctx: Ctx): Promise<HomeFigure[]> {
  if (!holds(ctx.user, `${CODE}:list`)) return [];
  const today = dayAt(ctx.now);
  const { inForce, soon } = await visible(ctx, LIST)
    .select((e) => [e.fn.countAll<string>().as('inForce'), e.fn.countAll<string>().filterWhere('q.warnFrom', '<=', today).as('soon')])
    .where('q.registerStatus', '!=', '4')
    .where('q.validTo', '>=', today)
    .executeTakeFirstOrThrow();
  const note = Number(soon) > 0 ? `${soon} 本即将到期` : '有效证书';
  return [{ path: '/project/practicingQualification', value: inForce, unit: '本', note }];
}
