import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure, SearchHit } from '#kit/server/module.ts';
import { CODE } from '../../contract/practicing-qualification.ts';
import { dayAt } from '../../core/expiry.ts';
import { pathOf } from '../reminders/source.ts';
import { searchQualifications, visible } from './queries.ts';

const MOST_HITS = 8;
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

/** Certificates by person or number for the ⌘K palette. */
export async function searchPeople(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  if (!holds(ctx.user, `${CODE}:list`) || !holds(ctx.user, `${CODE}:detail`)) return [];
  const rows = await searchQualifications(ctx, { keyword }, LIST)
    .select(['q.id', 'q.personName', 'q.certName', 'q.certNo'])
    .orderBy('q.personName')
    .orderBy('q.id')
    .limit(MOST_HITS)
    .execute();
  return rows.map((row) => ({
    kind: '执业资质',
    title: `${row.personName} ${row.certName}`,
    detail: row.certNo,
    path: pathOf('practicingQualification', row.id),
  }));
}
