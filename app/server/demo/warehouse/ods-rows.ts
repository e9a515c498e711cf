import { isoDay, isoMonth, monthStart, type Period } from './calendar.ts';
import { awards, certificates, properties, suppliers, trainings } from './archive.ts';
import { type Book, signContracts } from './contracts.ts';
import { planter } from './defects.ts';
import { deliver, inspect, type Output, projectsOf } from './delivery.ts';
import { bids, opportunities } from './market.ts';
import { collect, expensesOf, planReceipts, targetsOf } from './money.ts';
import * as ods from './ods-tables.ts';
import { ORGS } from './organisation.ts';
import { people } from './people.ts';
import { AREAS } from './places.ts';
import type { Row, Table } from './table.ts';

/** One source table, filled when it is its turn. */
export interface Load {
  table: Table;
  text: string;
  rows(): Row[];
}

const GENDER = ['', 'M', 'F'];
const CUSTOMER = ['', 'GOV', 'SOE', 'PRI'];
const SOURCE = ['', 'EXPO', 'OLD', 'WEB', 'REF', 'BID'];
const RESULT = ['', 'WIN', 'LOSE', 'PEND'];
const LEVEL = ['', 'A', 'B', 'C'];

/** The source systems of the demo company in the order of loading. Everything follows from `period`. */
export function sources(period: Period): Load[] {
  const loaded = `${isoDay(period.today)} 02:10:00+08`;
  /** the nightly load after a business day */
  const night = (day: number, days = 1) => `${isoDay(Math.min(day + days, period.today))} 02:10:00+08`;
  const from = (src_system: string, etl_time = loaded) => ({ src_system, etl_time });
  const day = (value: number | null) => (value === null ? null : isoDay(value));

  const staff = people(period);
  let book: Book = { customers: [], contracts: [] };
  let outputs: Output[] = [];
  let projects: ReturnType<typeof projectsOf> = [];
  let plans: ReturnType<typeof planReceipts> = [];
  let chances: ReturnType<typeof opportunities> = [];
  const areaShort = new Map(AREAS.map((area) => [area.code, area.short]));

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
        const rows = staff.map((one): Row => ({
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
          leave_date: day(one.leave),
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
        const rows = [...trainings(staff, period)].map((row): Row => ({ ...row, ...from('HR') }));
        planter(rows).spoil('train_score', (_, draw) => ({ score: draw.int(101, 990) }));
        return rows;
      },
    },
    {
      table: ods.odsCustomer,
      text: '客户档案',
      rows: () => {
        book = signContracts(period, staff);
        const rows = book.customers.map((one): Row => ({
          customer_id: one.id,
          customer_name: one.name,
          type_code: CUSTOMER[Number(one.type)] as string,
          level_code: one.level,
          industry: one.industry,
          province_code: one.city.parent,
          city_code: one.city.code,
          credit_code: one.credit,
          contact: one.contact,
          contact_mobile: one.mobile,
          bank_account: one.bankAccount,
          first_coop_date: day(one.firstCoop),
          ...from('CRM'),
        }));
        const plant = planter(rows);
        plant.extra(
          'cust_twice',
          (row, number) => ({
            customer_id: `C9${String(number).padStart(4, '0')}`,
            customer_name:
              number % 3 === 0
                ? `${row.customer_name} `
                : number % 3 === 1
                  ? String(row.customer_name).replace('有限公司', '有限责任公司')
                  : String(row.customer_name).replace('有限公司', '(有限公司)'),
          }),
          (row) => String(row.customer_name).endsWith('有限公司'),
        );
        plant.spoil('cust_credit', () => ({ credit_code: null }));
        plant.spoil('cust_type', (_, draw) => ({ type_code: draw.pick(['OTH', 'FOR', '']) }));
        plant.spoil('cust_mobile', (row) => ({ contact_mobile: String(row.contact_mobile).slice(0, 10) }));
        return rows;
      },
    },
    {
      table: ods.odsContract,
      text: '合同台账',
      rows: () => {
        outputs = deliver(book.contracts, period);
        projects = projectsOf(book.contracts, outputs, period);
        const rows = book.contracts.map((one): Row => ({
          contract_id: one.id,
          contract_no: one.no,
          contract_name: one.name,
          customer_id: one.customer.id,
          org_id: one.org.id,
          business_code: one.business.code,
          amount: one.amount,
          sign_date: isoDay(one.sign),
          start_date: isoDay(one.start),
          end_date: isoDay(one.end),
          inner_flag: one.inner ? '1' : '0',
          province_code: one.city.parent,
          city_code: one.city.code,
          status: one.status,
          opening_executed: one.openingExecuted,
          opening_received: one.openingReceived,
          ...from('ERP'),
        }));
        const plant = planter(rows);
        plant.extra('con_twice', () => ({ etl_time: night(period.today - 5) }));
        plant.extra('con_customer', (_, number) => ({
          contract_id: `HT9${String(number).padStart(5, '0')}`,
          contract_no: `补录-${number}`,
          customer_id: `CX${String(number).padStart(4, '0')}`,
        }));
        // only where the start lies in the same month: the monthly figures stay what they are
        plant.spoil(
          'con_sign',
          () => ({ sign_date: null }),
          (row) => String(row.sign_date).slice(0, 7) === String(row.start_date).slice(0, 7),
        );
        plant.spoil(
          'con_unit',
          (row) => ({ amount: Number(row.amount) * 10_000 }),
          (row) => Number(row.amount) > 300_000,
        );
        plant.spoil('con_province', (row) => ({ province_code: areaShort.get(String(row.province_code)) as string }));
        return rows;
      },
    },
    {
      table: ods.odsProject,
      text: '项目台账',
      rows: () => {
        const rows = projects.map((one): Row => ({
          project_id: one.id,
          contract_id: one.contract.id,
          project_name: one.name,
          org_id: one.contract.org.id,
          project_type: one.contract.projectType,
          stage: one.stage,
          status: one.status,
          manager_emp_id: one.contract.manager.empId,
          plan_start: isoDay(one.contract.start),
          plan_end: isoDay(one.contract.end),
          actual_start: day(one.actualStart),
          actual_end: day(one.actualEnd),
          progress_plan: one.progressPlan.toFixed(4),
          progress_actual: one.progressActual.toFixed(4),
          budget: one.budget,
          cost: one.cost,
          risk_level: one.risk,
          lng: one.lng,
          lat: one.lat,
          ...from('PM'),
        }));
        const plant = planter(rows);
        plant.spoil('prj_manager', () => ({ manager_emp_id: null }));
        plant.spoil(
          'prj_progress',
          (row) => ({ progress_actual: (Number(row.progress_actual) * 100).toFixed(2) }),
          (row) => Number(row.progress_actual) > 0.05,
        );
        plant.spoil('prj_name', (row) => ({ project_name: `${row.project_name}（暂定名）` }));
        plant.spoil('prj_place', (row) => ({ lng: row.lat as number, lat: row.lng as number }));
        return rows;
      },
    },
    {
      table: ods.odsOutput,
      text: '月度产值',
      rows: () => {
        const rows = outputs.map((one): Row => {
          const [cost_labor, cost_sub, cost_material, cost_machine, cost_manage] = one.costs;
          return {
            project_id: `P${one.contract.id.slice(2)}`,
            month: isoMonth(one.month),
            plan_output: one.plan,
            actual_output: one.actual,
            revenue: one.revenue,
            cost_labor,
            cost_sub,
            cost_material,
            cost_machine,
            cost_manage,
            ...from('PM', night(monthStart(one.month + 1), 3)),
          };
        });
        const plant = planter(rows);
        plant.extra('out_twice', () => ({}));
        plant.extra('out_project', (_, number) => ({ project_id: `PX${String(number).padStart(5, '0')}` }));
        plant.spoil(
          'out_late',
          (row, draw) => ({
            etl_time: `${isoDay(monthStart(Number(String(row.month).slice(0, 4)) * 12 + Number(String(row.month).slice(5, 7))) + draw.int(9, 25))} 02:10:00+08`,
          }),
          (row) => String(row.month) < isoMonth(period.lastMonth - 1),
        );
        return rows;
      },
    },
    {
      table: ods.odsReceiptPlan,
      text: '收款计划',
      rows: () => {
        plans = planReceipts(outputs, period);
        const rows = plans.map((one): Row => ({
          plan_id: one.id,
          contract_id: one.contract.id,
          kind: one.kind,
          plan_date: isoDay(one.day),
          plan_amount: one.amount,
          ...from('FIN'),
        }));
        planter(rows).extra('plan_zero', (_, number) => ({ plan_id: `SK9${String(number).padStart(5, '0')}`, plan_amount: 0 }));
        return rows;
      },
    },
    {
      table: ods.odsReceipt,
      text: '收款流水',
      rows: () => {
        const rows = collect(plans, period).map((one): Row => ({
          receipt_id: one.id,
          plan_id: one.plan.id,
          contract_id: one.plan.contract.id,
          actual_date: isoDay(one.day),
          actual_amount: one.amount,
          method: one.method,
          ...from('FIN', night(one.day)),
        }));
        const plant = planter(rows);
        plant.extra('rec_twice', () => ({}));
        plant.extra('rec_contract', (_, number) => ({
          receipt_id: `HK9${String(number).padStart(6, '0')}`,
          contract_id: `HTX${String(number).padStart(5, '0')}`,
        }));
        plant.spoil(
          'rec_late',
          (row, draw) => ({ etl_time: `${isoDay(Date.parse(String(row.actual_date)) / 86_400_000 + draw.int(9, 30))} 02:10:00+08` }),
          (row) => String(row.actual_date) < isoDay(period.last - 40),
        );
        return rows;
      },
    },
    {
      table: ods.odsExpense,
      text: '期间费用',
      rows: () => {
        const rows = expensesOf(outputs).map((one): Row => ({
          org_id: one.orgId,
          month: isoMonth(one.month),
          kind: one.kind,
          amount: one.amount,
          ...from('FIN'),
        }));
        planter(rows).extra('exp_twice', () => ({}));
        return rows;
      },
    },
    {
      table: ods.odsTarget,
      text: '年度目标',
      rows: () =>
        targetsOf(period).map((one): Row => ({
          org_id: one.orgId,
          year: one.year,
          contract: one.contract,
          revenue: one.revenue,
          receipt: one.receipt,
          profit: one.profit,
          output: one.output,
          ...from('FIN'),
        })),
    },
    {
      table: ods.odsOpportunity,
      text: '商机',
      rows: () => {
        chances = opportunities(book, staff, period);
        const rows = chances.map((one): Row => ({
          opp_id: one.id,
          opp_name: one.name,
          customer_id: one.customer.id,
          org_id: one.org.id,
          business_code: one.business.code,
          source_code: SOURCE[Number(one.source)] as string,
          stage: one.stage,
          lost_stage: one.lostStage,
          lost_reason: one.lostReason,
          amount: one.amount,
          win_rate: one.winRate,
          create_date: isoDay(one.created),
          close_date: day(one.closed),
          next_follow_date: day(one.nextFollow),
          owner_emp_id: one.owner.empId,
          contract_id: one.contract?.id ?? null,
          ...from('CRM'),
        }));
        const plant = planter(rows);
        plant.extra(
          'opp_customer',
          (_, number) => ({ opp_id: `SJ9${String(number).padStart(5, '0')}`, customer_id: `CX${String(number).padStart(4, '0')}` }),
          (row) => row.stage === 'lost',
        );
        plant.spoil(
          'opp_rate',
          () => ({ win_rate: 250 }),
          (row) => row.stage !== 'signed',
        );
        plant.spoil(
          'opp_close',
          (row, draw) => ({ close_date: isoDay(Date.parse(String(row.create_date)) / 86_400_000 - draw.int(2, 60)) }),
          (row) => row.stage === 'lost',
        );
        plant.spoil('opp_source', (_, draw) => ({ source_code: draw.pick(['TIKTOK', 'TEL', '-']) }));
        return rows;
      },
    },
    {
      table: ods.odsBid,
      text: '投标记录',
      rows: () => {
        const rows = bids(chances, period).map((one): Row => ({
          bid_id: one.id,
          project_name: one.name,
          opp_id: one.opportunity.id,
          org_id: one.opportunity.org.id,
          business_code: one.opportunity.business.code,
          bid_date: isoDay(one.day),
          limit_amount: one.limit,
          bid_amount: one.amount,
          result_code: RESULT[Number(one.result)] as string,
          win_amount: one.winAmount,
          competitor: one.competitor,
          deposit: one.deposit,
          deposit_back: one.depositBack,
          ...from('MKT'),
        }));
        const plant = planter(rows);
        plant.spoil('bid_negative', (row) => ({ bid_amount: -Number(row.bid_amount) }));
        plant.spoil(
          'bid_result',
          (_, draw) => ({ result_code: draw.pick(['VOID', '流标']) }),
          (row) => row.result_code === 'LOSE',
        );
        return rows;
      },
    },
    {
      table: ods.odsCheck,
      text: '质量安全检查',
      rows: () => {
        const rows = inspect(projects, period).map((one): Row => ({
          check_id: one.id,
          project_id: one.project.id,
          check_date: isoDay(one.day),
          kind: one.kind,
          level_code: LEVEL[Number(one.level)] as string,
          category: one.category,
          found: one.found,
          rectified: one.rectified,
          deadline: isoDay(one.deadline),
          closed_date: day(one.closed),
          pass_first: one.passFirst,
          ...from('PM'),
        }));
        const plant = planter(rows);
        plant.spoil('chk_level', (_, draw) => ({ level_code: draw.pick(['D', '高', '']) }));
        plant.spoil(
          'chk_more',
          (row) => ({ rectified: Number(row.found) + 3 }),
          (row) => row.closed_date !== null,
        );
        plant.spoil(
          'chk_closed',
          (row, draw) => ({ closed_date: isoDay(Date.parse(String(row.check_date)) / 86_400_000 - draw.int(1, 15)) }),
          (row) => row.closed_date !== null,
        );
        return rows;
      },
    },
    {
      table: ods.odsCertificate,
      text: '执业证书',
      rows: () => {
        const rows = certificates(staff, projects, period).map((one): Row => ({
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
    {
      table: ods.odsProperty,
      text: '知识产权',
      rows: () => {
        const rows = properties(staff, period).map((row): Row => ({ ...row, ...from('KJ') }));
        planter(rows).spoil(
          'ip_grant',
          () => ({ grant_no: null }),
          (row) => row.legal_status === '4',
        );
        return rows;
      },
    },
    { table: ods.odsAward, text: '创优项目', rows: () => awards(projects, period).map((row): Row => ({ ...row, ...from('QM') })) },
    {
      table: ods.odsSupplier,
      text: '供应商档案',
      rows: () => {
        const rows = suppliers(period).map((row): Row => ({ ...row, ...from('SCM') }));
        const plant = planter(rows);
        plant.spoil('sup_credit', (row) => ({
          credit_code: String(row.credit_code).slice(0, 17) + (String(row.credit_code).endsWith('7') ? '8' : '7'),
        }));
        plant.extra('sup_twice', () => ({ etl_time: night(period.today - 5) }));
        return rows;
      },
    },
  ];
}
