import { implement } from '#kit/server/module.ts';
import { CODE, practicingQualification } from '../../contract/practicing-qualification.ts';
import { branchesOf } from '../branches.ts';
import { changesOf } from '../changes.ts';
import { qualificationExcel } from './excel.ts';
import { occupy, release } from './occupy.ts';
import { editableOf, findQualification, present, qualificationPage, searchQualifications } from './queries.ts';
import { qualificationStat } from './stat.ts';
import { statusOn } from './expiry.ts';
import { createQualification, removeQualifications, renewQualification, updateQualification } from './writes.ts';
import { dayAt } from '../../core/expiry.ts';

const MAX_OPTIONS = 100;

export const practicingQualifications = implement(practicingQualification, {
  ...qualificationExcel,
  page: (ctx, { query }) => qualificationPage(ctx, query),
  async get(ctx, { params }) {
    const row = await findQualification(ctx, params.id);
    const [shown] = await present(ctx, [row], await editableOf(ctx, [params.id]));
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
      .limit(MAX_OPTIONS)
      .execute(),
  stat: (ctx, { query }) => qualificationStat(ctx, query),
  occupy: (ctx, { params, body }) => occupy(ctx, params.id, body),
  release: (ctx, { params }) => release(ctx, params.id),
  renew: (ctx, { params, body }) => renewQualification(ctx, params.id, body),
});
