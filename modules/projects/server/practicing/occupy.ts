import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findQualification, type StoredQualification } from './queries.ts';

const REGISTERED: readonly string[] = ['1', '2', '3'];
const IN_FORCE: readonly string[] = ['1', '2'];

interface Project {
  readonly projectName: string | null;
  readonly projectId: string | null;
}
const projectOf = (row: StoredQualification): string => row.occupiedProjectName ?? row.occupiedProjectId ?? '';

async function store(
  ctx: Ctx,
  before: StoredQualification,
  values: Pick<StoredQualification, 'occupied' | 'occupiedProjectId' | 'occupiedProjectName' | 'occupiedTime'>,
): Promise<{ version: number }> {
  await ctx.db
    .updateTable('prjPracticingQualification')
    .set({ ...values, version: sql<number>`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', before.id)
    .execute();
  const said = ({ occupied, occupiedProjectId, occupiedProjectName }: typeof values) => ({
    occupied,
    occupiedProjectId,
    occupiedProjectName,
  });
  ctx.audit.change({ entity: '执业资质', id: before.id, name: before.personName, before: said(before), after: said(values) });
  return { version: before.version + 1 };
}

/**
 * The certificate, with its row locked, when it can be locked for a running project (在建项目锁定). Throws rule.broken when neither name nor number of the project is given, when a
 * project has it already, or when it is not registered or not in force.
 */
export async function assertMayOccupy(ctx: Ctx, id: string, project: Project): Promise<StoredQualification> {
  if (project.projectName === null && project.projectId === null)
    throw new AppError('input.invalid', '请填写项目名称或项目编号', [{ path: 'projectName', message: '请填写项目名称或项目编号' }]);
  // the row lock makes the second of two callers see what the first has done
  const before = await findQualification(ctx, id, 'lock');
  if (before.occupied === '1') throw new AppError('rule.broken', `证书已被项目“${projectOf(before)}”锁定，请先释放`);
  if (!REGISTERED.includes(before.registerStatus)) throw new AppError('rule.broken', '只有已注册的证书可以锁定');
  if (!IN_FORCE.includes(before.certStatus)) throw new AppError('rule.broken', '证书不在有效期内，不能锁定');
  return before;
}

/** Locks a certificate for a project. Throws as `assertMayOccupy`. */
export async function occupy(ctx: Ctx, id: string, project: Project): Promise<{ version: number }> {
  const before = await assertMayOccupy(ctx, id, project);
  return store(ctx, before, {
    occupied: '1',
    occupiedProjectId: project.projectId,
    occupiedProjectName: project.projectName,
    occupiedTime: ctx.now,
  });
}

/** The certificate, with its row locked; throws rule.broken when no project has it. */
export async function assertMayRelease(ctx: Ctx, id: string): Promise<StoredQualification> {
  const before = await findQualification(ctx, id, 'lock');
  if (before.occupied !== '1') throw new AppError('rule.broken', '证书没有被锁定');
  return before;
}

/** Lets a certificate go again. Throws as `assertMayRelease`. */
export async function release(ctx: Ctx, id: string): Promise<{ version: number }> {
  const before = await assertMayRelease(ctx, id);
  return store(ctx, before, { occupied: '0', occupiedProjectId: null, occupiedProjectName: null, occupiedTime: null });
}
