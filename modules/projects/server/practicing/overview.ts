import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure } from '#kit/server/module.ts';
import { CODE } from '../../contract/practicing-qualification.ts';
import { dayAt } from '../../core/expiry.ts';
import { visible } from './queries.ts';

const LIST = [`${CODE}:list`];

/** Certificates of the /home directory: as many as the list shows, and how many of them are in force or soon not. */
export async function qualificationFigures(ctx: Ctx): Promise<HomeFigure[]> {
  if (!holds(ctx.user, `${CODE}:list`)) return [];
  const today = dayAt(ctx.now);
  const { all, inForce, soon } = await visible(ctx, LIST)
    .select((e) => {
      const isInForce = e.and([e('q.registerStatus', '!=', '4'), e('q.validTo', '>=', today)]);
      return [
        e.fn.countAll<string>().as('all'),
        e.fn.countAll<string>().filterWhere(isInForce).as('inForce'),
        e.fn
          .countAll<string>()
          .filterWhere(e.and([isInForce, e('q.warnFrom', '<=', today)]))
          .as('soon'),
      ];
    })
    .executeTakeFirstOrThrow();
  const note = Number(soon) > 0 ? `有效 ${inForce} 本，${soon} 本即将到期` : `有效 ${inForce} 本`;
  return [{ path: '/project/practicingQualification', value: all, unit: '本', note }];
}
