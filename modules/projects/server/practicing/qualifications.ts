import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { CODE, practicingQualification } from '../../contract/practicing-qualification.ts';
import { branchesOf } from '../branches.ts';
import { changesOf, ownership } from '../record.ts';
import { qualificationExcel } from './excel.ts';
import { occupy, release } from './occupy.ts';
import { findQualification, present, qualificationPage, searchQualifications } from './queries.ts';
import { qualificationStat } from './stat.ts';
import { statusOn } from './expiry.ts';
import { createQualification, removeQualifications, renewQualification, updateQualification } from './writes.ts';
import { dayAt } from '../../core/expiry.ts';

const MOST_OPTIONS = 100;

/** True when the caller's right to edit reaches the row: only then are its numbers shown whole. */
async function mayEdit(ctx: Ctx, id: string): Promise<boolean> {
  if (!holds(ctx.user, `${CODE}:edit`)) return false;
  const row = await ctx.db
    .selectFrom('prjPracticingQualification as q')
    .select('q.id')
    .where('q.id', '=', id)
    .where(scope(ctx, ownership('q'), [`${CODE}:edit`]))
    .executeTakeFirst();
  return row !== undefined;
}

export const practicingQualifications = implement(practicingQualification, {
  ...qualificationExcel,
  page: (ctx, { query }) => qualificationPage(ctx, query),
  async get(ctx, { params }) {
    const row = await findQualification(ctx, params.id);
    const isOpen = await mayEdit(ctx, params.id);
    const [shown] = await present(ctx, [row], isOpen);
    return shown as NonNullable<typeof shown>;
  },
  create: (ctx, { body }) => createQualification(ctx, body),
  update: (ctx, { params, body }) => updateQualification(ctx, params.id, body),
  remove: (ctx, { params }) => removeQualifications(ctx, [params.id]),
  removeBatch: (ctx, { params }) => removeQualifications(ctx, params.ids),
  async changes(ctx, { params }) {
    await findQualification(ctx, params.id);
    return changesOf(ctx.db, params.id);
  },
  branches: (ctx) => branchesOf(ctx.db),
  list: (ctx, { query }) =>
    // everyone signed in may ask; what comes is what the account may list
    searchQualifications(ctx, query, [`${CODE}:list`])
      .innerJoin('sysDept as d', 'd.id', 'q.branchId')
      .select(['q.id', 'q.personName', 'q.certName', 'q.specialty', 'd.deptName as branchName', 'q.validTo', 'q.occupied'])
      .select(statusOn(dayAt(ctx.now)).as('certStatus'))
      .orderBy('q.personName')
      .orderBy('q.id')
      .limit(MOST_OPTIONS)
      .execute(),
  stat: (ctx, { query }) => qualificationStat(ctx, query),
  occupy: (ctx, { params, body }) => occupy(ctx, params.id, body),
  release: (ctx, { params }) => release(ctx, params.id),
  renew: (ctx, { params, body }) => renewQualification(ctx, params.id, body),
});
