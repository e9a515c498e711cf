import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import { CODE, practicingQualification } from '../../contract/practicing-qualification.ts';
import { branchesOf } from '../branches.ts';
import { changesOf } from '../changes.ts';
import { certificateLocks, certificateReleases } from './approval.ts';
import { qualificationExcel } from './excel.ts';
import { assertMayOccupy, assertMayRelease, occupy, release } from './occupy.ts';
import { editableOf, findQualification, present, qualificationPage, searchQualifications } from './queries.ts';
import { qualificationStat } from './stat.ts';
import { statusOn } from './expiry.ts';
import { createQualification, removeQualifications, renewQualification, updateQualification } from './writes.ts';
import { dayAt } from '../../core/expiry.ts';

const MAX_OPTIONS = 100;
/** What may be under approval. */
const KINDS = [certificateLocks, certificateReleases];

export const practicingQualifications = implement(practicingQualification, {
  ...qualificationExcel,
  async page(ctx, { query }) {
    const page = await qualificationPage(ctx, query);
    const flow = await approvalsOf(
      ctx.db,
      KINDS,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => ({ ...row, flow: flow(row.id) })) };
  },
  async get(ctx, { params }) {
    const row = await findQualification(ctx, params.id);
    const [shown] = await present(ctx, [row], await editableOf(ctx, [params.id]));
    const flow = await approvalsOf(ctx.db, KINDS, [params.id]);
    return { ...(shown as NonNullable<typeof shown>), flow: flow(params.id) };
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
  async occupy(ctx, { params: { id }, body }) {
    const { version } = await assertMayOccupy(ctx, id, body);
    await certificateReleases.assertFree(ctx.db, [id], 'edit');
    const { done, flow } = await certificateLocks.run(ctx, { targetId: id, input: body }, () => occupy(ctx, id, body));
    return { version: done?.version ?? version, flow };
  },
  async release(ctx, { params: { id } }) {
    const { version } = await assertMayRelease(ctx, id);
    const { done, flow } = await certificateReleases.run(ctx, { targetId: id, input: {} }, () => release(ctx, id));
    return { version: done?.version ?? version, flow };
  },
  renew: (ctx, { params, body }) => renewQualification(ctx, params.id, body),
});
