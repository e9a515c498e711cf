import { sealIdCard } from '#modules/projects/server/index.ts';
import { addDays, dayAt, expiryStatus, similarKey } from '#modules/projects/core/index.ts';
import { certificates, type Certificate } from '../warehouse/archive.ts';
import { isoDay } from '../warehouse/calendar.ts';
import { COMPANY, ORGS } from '../warehouse/organisation.ts';
import type { RecordSeed } from './index.ts';

const PER_INSERT = 200;
/** One in so many is still registered with a former employer: 人证不合一. */
const ELSEWHERE_EVERY = 41;
const FORMER_UNITS = ['江南同创建筑设计有限公司', '中岳华衡工程监理有限公司', '蓝图城建咨询有限公司'];

type Code = '1' | '2' | '3' | '4' | '5';

/** Subsidiaries register their own people, the group everybody else. */
function unitOf(one: Certificate, index: number): { registerUnit: string; isUnified: '0' | '1' } {
  if (index % ELSEWHERE_EVERY === 0) return { registerUnit: FORMER_UNITS[index % FORMER_UNITS.length] as string, isUnified: '0' };
  const org = ORGS.find((each) => each.id === one.employee.orgId);
  return { registerUnit: org?.type === '4' ? org.name : COMPANY, isUnified: '1' };
}

/** 执业资质: exactly the certificates of the warehouse, with people, branches and locking projects. */
export async function seedQualifications({ app, db, world, places }: RecordSeed): Promise<void> {
  if (await db.selectFrom('prjPracticingQualification').select('id').limit(1).executeTakeFirst()) return;
  const types = new Map(
    (
      await db
        .selectFrom('prjPracticingType')
        .select(['id', 'parentId', 'typeCode', 'typeName', 'warnDays'])
        .where('typeLevel', '=', '2')
        .where('deletedAt', 'is', null)
        .execute()
    ).map((type) => [type.typeCode, type]),
  );
  const now = app.now();
  const today = dayAt(now);
  const projects = new Map(world.projects.map((project) => [project.id, project.name]));
  const rows = certificates(world.staff, world.projects, world.period).flatMap((one, index) => {
    const { employee } = one;
    const place = places.of(employee.orgId);
    const type = types.get(one.type);
    // somebody has taken a department or a type out of the platform
    if (!place || !type) return [];
    const { branchName: _branchName, ...where } = place;
    const validTo = isoDay(one.validTo);
    const registerStatus = one.registerStatus as Code;
    const entered = new Date(Math.min(Date.parse(`${isoDay(one.validFrom)}T09:30:00+08:00`), now.getTime() - 86_400_000));
    const isOccupied = one.projectId !== null;
    return [
      {
        entered,
        values: {
          ...where,
          ...sealIdCard(app, employee.idCardNo),
          ...unitOf(one, index),
          personName: employee.name,
          employeeNo: employee.empId,
          userId: places.accountOf(employee.empId),
          gender: employee.gender,
          birthday: employee.birthday,
          phone: employee.mobile,
          education: employee.education as '1' | '2' | '3' | '4',
          major: employee.major,
          titleLevel: employee.title as '0' | Code,
          topTypeId: type.parentId,
          typeId: type.id,
          specialty: one.specialty,
          certName: type.typeName,
          certNo: one.certNo,
          similarKey: similarKey(employee.name, one.certNo),
          registerNo: one.registerNo,
          sealNo: `${one.registerNo}-01`,
          issueOrg: one.issueOrg,
          issueDate: isoDay(one.issued),
          registerDate: isoDay(one.validFrom),
          validFrom: isoDay(one.validFrom),
          validTo,
          warnFrom: addDays(validTo, -type.warnDays),
          registerStatus,
          certStatus: expiryStatus({ validTo, today, warnDays: type.warnDays, isCancelled: registerStatus === '4' }),
          eduHoursDone: one.eduHours,
          occupied: isOccupied ? ('1' as const) : ('0' as const),
          occupiedProjectId: one.projectId,
          occupiedProjectName: one.projectId === null ? null : (projects.get(one.projectId) ?? null),
          occupiedTime: isOccupied ? entered : null,
          createBy: places.makerId,
          createTime: entered,
          updateBy: places.makerId,
          updateTime: entered,
          createDept: where.deptId,
        },
      },
    ];
  });
  // ids grow with time, as if the rows had been entered one after another
  rows.sort((a, b) => a.entered.getTime() - b.entered.getTime());
  const made = rows.map(({ values }) => ({ id: app.ids.next(), ...values }));
  for (let at = 0; at < made.length; at += PER_INSERT)
    await db
      .insertInto('prjPracticingQualification')
      .values(made.slice(at, at + PER_INSERT))
      .execute();
}
