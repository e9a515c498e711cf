import type { StoredChange } from '#kit/server/audit.ts';
import type { Db } from '#kit/server/ctx.ts';
import { areaNames } from './area-names.ts';

const TIMELINE_ROWS = 100;

type Target = 'dept' | 'user' | 'project' | 'type' | 'unit' | 'area' | 'file';
/** What the id in a field of a record points at. */
const POINTS_AT: Readonly<Record<string, Target>> = {
  branchId: 'dept',
  deptId: 'dept',
  ownerDeptId: 'dept',
  sysDeptId: 'dept',
  userId: 'user',
  projectId: 'project',
  topTypeId: 'type',
  typeId: 'type',
  parentId: 'unit',
  provinceCode: 'area',
  cityCode: 'area',
  attachments: 'file',
};
/** `parentId` of a unit at the top */
const TOP_UNIT = ['0', '顶级单元'] as const;

/** The ids in a stored value: files stand in one text, everything else points at one row. */
function idsIn(what: Target, value: unknown): string[] {
  if (typeof value !== 'string') return [];
  return what === 'file' ? value.split(',') : [value];
}

/** Names by id; rows that were deleted since keep theirs, for the record speaks of the day it was written. */
async function namesOf(db: Db, what: Target, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  if (what === 'area') return areaNames(db, ids);
  const rows = await {
    dept: () => db.selectFrom('sysDept').select(['id', 'deptName as name']).where('id', 'in', ids).execute(),
    user: () => db.selectFrom('sysUser').select(['id', 'nickname as name']).where('id', 'in', ids).execute(),
    project: () => db.selectFrom('prjQualityProject').select(['id', 'projectName as name']).where('id', 'in', ids).execute(),
    type: () => db.selectFrom('prjPracticingType').select(['id', 'typeName as name']).where('id', 'in', ids).execute(),
    file: () => db.selectFrom('fileObject').select(['fileName as id', 'originalFilename as name']).where('fileName', 'in', ids).execute(),
    unit: () => db.selectFrom('prjDepartment').select(['id', 'deptName as name']).where('id', 'in', ids).execute(),
  }[what]();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return what === 'unit' ? names.set(...TOP_UNIT) : names;
}

/**
 * The writes that changed a record, latest first, with names in place of the ids of departments, accounts, projects, types, units,
 * areas and files; an id that leads nowhere stays. The caller must have found the record within the scope of the call before.
 */
export async function changesOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('sysOperLogEntity')
    .innerJoin('sysOperLog', 'sysOperLog.id', 'sysOperLogEntity.logId')
    .leftJoin('sysUser', 'sysUser.id', 'sysOperLog.userId')
    .select((e) => e.fn.coalesce('sysUser.nickname', 'sysOperLog.userName').as('userName'))
    .select(['sysOperLog.id as logId', 'sysOperLog.title', 'sysOperLog.createTime', 'sysOperLog.changes'])
    .where('sysOperLogEntity.entityId', '=', id)
    .orderBy('sysOperLogEntity.logId', 'desc')
    .limit(TIMELINE_ROWS)
    .execute();
  const ofRecord = rows.map(({ changes, ...row }) => ({
    ...row,
    changes: (changes as StoredChange[]).filter((change) => change.id === id),
  }));
  const wanted = new Map<Target, Set<string>>();
  for (const { field, before, after } of ofRecord.flatMap((row) => row.changes.flatMap((change) => change.fields))) {
    const what = POINTS_AT[field];
    if (what === undefined) continue;
    const ids = wanted.get(what) ?? new Set();
    for (const value of [before, after]) for (const one of idsIn(what, value)) ids.add(one);
    wanted.set(what, ids);
  }
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [what, ids] of wanted) names.set(what, await namesOf(db, what, [...ids]));
  const named = (field: string, value: unknown) => {
    const what = POINTS_AT[field];
    if (what === undefined || typeof value !== 'string') return value ?? null;
    return idsIn(what, value)
      .map((one) => names.get(what)?.get(one) ?? one)
      .join('、');
  };
  return ofRecord.map((row) => ({
    ...row,
    changes: row.changes.map(({ fields }) => ({
      id,
      fields: fields.map(({ field, before, after }) => ({ field, before: named(field, before), after: named(field, after) })),
    })),
  }));
}
