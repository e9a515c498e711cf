import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { practicingQualification as contract } from '../../contract/practicing-qualification.ts';
import { occupy, release } from './occupy.ts';

const FIELDS = [
  { name: 'personName', label: '持证人' },
  { name: 'typeName', label: '执业类型' },
  { name: 'validTo', label: '有效期至' },
  { name: 'project', label: '项目' },
] as const;

async function certificate(db: Db, id: string) {
  const row = await db
    .selectFrom('prjPracticingQualification as q')
    .leftJoin('prjPracticingType as t', 't.id', 'q.typeId')
    .select([
      'q.personName',
      't.typeName',
      'q.specialty',
      'q.certNo',
      'q.validTo',
      'q.occupied',
      'q.occupiedProjectName',
      'q.occupiedProjectId',
    ])
    .where('q.id', '=', id)
    .where('q.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '执业资质不存在或已删除');
  const { occupiedProjectName, occupiedProjectId, ...shown } = row;
  return { shown, project: occupiedProjectName ?? occupiedProjectId };
}

const Project = z.object({ projectName: z.string().nullable(), projectId: z.string().nullable() });
const kind = <Input>(
  given: { code: string; name: string; businessCode: string; withoutApproval: string; route: AnyRoute; input: z.ZodType<Input> },
  work: {
    project: (input: Input, now: string | null) => string | null;
    carryOut: (ctx: Ctx, id: string, input: Input) => Promise<unknown>;
  },
) =>
  defineProposals<Input>({
    ...given,
    fields: FIELDS,
    async describe({ db }, { targetId, input }) {
      const { shown, project } = await certificate(db, targetId);
      return { id: targetId, ...shown, project: work.project(input, project) };
    },
    carryOut: (ctx, { targetId, input }) => work.carryOut(ctx, targetId, input),
  });

/** Locking a certificate for a project under approval (锁证). */
export const certificateLocks = kind(
  {
    code: 'project.certificateLock',
    name: '执业资质锁定',
    businessCode: '9012',
    withoutApproval: '直接锁定',
    route: contract.occupy,
    input: Project,
  },
  { project: ({ projectName, projectId }) => projectName ?? projectId, carryOut: occupy },
);
/** Letting it go again while its project may still run. */
export const certificateReleases = kind(
  {
    code: 'project.certificateRelease',
    name: '执业资质释放',
    businessCode: '9012.release',
    withoutApproval: '直接释放',
    route: contract.release,
    input: z.object({}),
  },
  { project: (_input, now) => now, carryOut: release },
);
