import { isoDay } from '../calendar.ts';
import { certificates, trainings } from '../archive.ts';
import { planter } from '../defects/planter.ts';
import { ORGS } from '../organisation.ts';
import type { Row } from '../table.ts';
import * as ods from './tables.ts';
import { type Load, stamps, type World, dayOrNull } from './world.ts';

const GENDER = ['', 'M', 'F'];

/** Staff system: organisation, people, trainings, certificates. */
export function staffLoads(world: World): Load[] {
  const { period } = world;
  const { night, from } = stamps(world.period);
  return [
    {
      table: ods.odsOrg,
      text: '组织机构',
      rows: () =>
        ORGS.map((org): Row => ({
          org_id: org.id,
          org_name: org.name,
          org_short: org.short,
          org_type: org.type,
          parent_id: org.parent,
          province_code: org.province,
          city_code: org.city,
          found_date: org.founded,
          trade_code: org.trade,
          ...from('HR'),
        })),
    },
    {
      table: ods.odsEmployee,
      text: '员工花名册',
      rows: () => {
        const rows = world.staff.map((one): Row => ({
          emp_id: one.empId,
          emp_name: one.name,
          gender: GENDER[Number(one.gender)] as string,
          birthday: one.birthday,
          id_card_no: one.idCardNo,
          mobile: one.mobile,
          email: one.email,
          org_id: one.orgId,
          post: one.post,
          post_series: one.series,
          education: one.education,
          major: one.major,
          title_level: one.title,
          entry_date: isoDay(one.entry),
          leave_date: dayOrNull(one.leave),
          emp_type: one.type,
          monthly_salary: one.salary,
          monthly_cost: one.monthlyCost,
          bank_card_no: one.bankCard,
          ...from('HR'),
        }));
        const plant = planter(rows);
        plant.extra('emp_twice', () => ({ etl_time: night(period.today - 9) }));
        plant.spoil('emp_id_card', (row) => ({
          id_card_no: String(row.id_card_no).slice(0, 17) + (String(row.id_card_no).endsWith('5') ? '6' : '5'),
        }));
        plant.spoil('emp_mobile', () => ({ mobile: null }));
        plant.spoil('emp_gender', (_, draw) => ({ gender: draw.pick(['X', '未知', '3']) }));
        plant.spoil('emp_birthday', (_, draw) => ({ birthday: draw.pick(['1900-01-01', '2099-12-31', '1899-12-30']) }));
        plant.spoil(
          'emp_name',
          (row) => ({ emp_name: `${String(row.emp_name).slice(0, 1)}　${String(row.emp_name).slice(1)}` }),
          (row) => String(row.emp_name).length === 2,
        );
        plant.extra('emp_org', (_, number) => ({
          emp_id: `T9${String(number).padStart(4, '0')}`,
          emp_name: `测试账号${number}`,
          org_id: '10199',
        }));
        return rows;
      },
    },
    {
      table: ods.odsTrain,
      text: '培训记录',
      rows: () => {
        const rows = [...trainings(world.staff, period)].map((row): Row => ({ ...row, ...from('HR') }));
        planter(rows).spoil('train_score', (_, draw) => ({ score: draw.int(101, 990) }));
        return rows;
      },
    },
    {
      table: ods.odsCertificate,
      text: '执业证书',
      rows: () => {
        const rows = certificates(world.staff, world.projects, period).map((one): Row => ({
          cert_id: one.id,
          emp_id: one.employee.empId,
          person_name: one.employee.name,
          type_code: one.type,
          specialty: one.specialty,
          cert_no: one.certNo,
          register_no: one.registerNo,
          issue_org: one.issueOrg,
          issue_date: isoDay(one.issued),
          valid_from: isoDay(one.validFrom),
          valid_to: isoDay(one.validTo),
          register_status: one.registerStatus,
          edu_hours: one.eduHours,
          project_id: one.projectId,
          ...from('HR'),
        }));
        const plant = planter(rows);
        plant.extra('cert_twice', (_, number) => ({ cert_id: `ZS9${String(number).padStart(4, '0')}` }));
        plant.spoil(
          'cert_valid',
          () => ({ valid_to: null }),
          (row) => String(row.valid_to) < isoDay(period.today),
        );
        plant.spoil('cert_type', (_, draw) => ({ type_code: draw.pick(['9901', 'A12']) }));
        return rows;
      },
    },
  ];
}
