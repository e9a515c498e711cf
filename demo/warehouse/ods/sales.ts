import { isoDay, isoMonth } from '../calendar.ts';
import type { Customer } from '../contracts.ts';
import { bids } from '../market.ts';
import { collect, expensesOf, targetsOf } from '../money.ts';
import { planter } from '../defects/planter.ts';
import { AREAS } from '../places.ts';
import type { Row } from '../table.ts';
import * as ods from './tables.ts';
import { type Load, stamps, type World, dayOrNull } from './world.ts';

const CUSTOMER = ['', 'GOV', 'SOE', 'PRI'];
const SOURCE = ['', 'EXPO', 'OLD', 'WEB', 'REF', 'BID'];
const RESULT = ['', 'WIN', 'LOSE', 'PEND'];

const BRAND_LENGTH = 2;
/** Ids of the customers whose brand shares no character with that of another one in the city: nobody takes 万润 for 德润. */
function onlyOnes(all: readonly Customer[]): Set<string> {
  const keys = ({ name, city }: Customer) =>
    Array.from({ length: BRAND_LENGTH }, (_, at) => `${city.code} ${at} ${name.charAt(city.short.length + at)}`);
  const counts = new Map<string, number>();
  for (const key of all.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set(all.filter((one) => keys(one).every((key) => counts.get(key) === 1)).map(({ id }) => id));
}

function customers(world: World): Load {
  const { from } = stamps(world.period);
  return {
    table: ods.odsCustomer,
    text: '客户档案',
    rows: () => {
      const rows = world.customers.map((one): Row => ({
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
        first_coop_date: dayOrNull(one.firstCoop),
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
      // without a code only the name is left to tell customers apart: theirs is like no other in the city
      const isOnlyOne = onlyOnes(world.customers);
      plant.spoil(
        'cust_credit',
        () => ({ credit_code: null }),
        ({ customer_id: id }) => isOnlyOne.has(id as string),
      );
      plant.spoil('cust_type', (_, draw) => ({ type_code: draw.pick(['OTH', 'FOR', '']) }));
      plant.spoil('cust_mobile', (row) => ({ contact_mobile: String(row.contact_mobile).slice(0, 10) }));
      return rows;
    },
  };
}

function contracts(world: World): Load {
  const { period } = world;
  const { night, from } = stamps(world.period);
  const areaShort = new Map(AREAS.map((area) => [area.code, area.short]));
  return {
    table: ods.odsContract,
    text: '合同台账',
    rows: () => {
      const rows = world.contracts.map((one): Row => ({
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
  };
}

function receiptPlans(world: World): Load {
  const { from } = stamps(world.period);
  return {
    table: ods.odsReceiptPlan,
    text: '收款计划',
    rows: () => {
      const rows = world.plans.map((one): Row => ({
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
  };
}

function receipts(world: World): Load {
  const { period } = world;
  const { night, from } = stamps(world.period);
  return {
    table: ods.odsReceipt,
    text: '收款流水',
    rows: () => {
      const rows = collect(world.plans, period).map((one): Row => ({
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
  };
}

function expenses(world: World): Load {
  const { from } = stamps(world.period);
  return {
    table: ods.odsExpense,
    text: '期间费用',
    rows: () => {
      const rows = expensesOf(world.outputs).map((one): Row => ({
        org_id: one.orgId,
        month: isoMonth(one.month),
        kind: one.kind,
        amount: one.amount,
        ...from('FIN'),
      }));
      planter(rows).extra('exp_twice', () => ({}));
      return rows;
    },
  };
}

function targets(world: World): Load {
  const { period } = world;
  const { from } = stamps(world.period);
  return {
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
  };
}

function opportunities(world: World): Load {
  const { from } = stamps(world.period);
  return {
    table: ods.odsOpportunity,
    text: '商机',
    rows: () => {
      const rows = world.chances.map((one): Row => ({
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
        close_date: dayOrNull(one.closed),
        next_follow_date: dayOrNull(one.nextFollow),
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
  };
}

function tenders(world: World): Load {
  const { period } = world;
  const { from } = stamps(world.period);
  return {
    table: ods.odsBid,
    text: '投标记录',
    rows: () => {
      const rows = bids(world.chances, period).map((one): Row => ({
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
  };
}

/** Customer, tender, contract and finance systems. */
export const salesLoads = (world: World): Load[] =>
  [customers, contracts, receiptPlans, receipts, expenses, targets, opportunities, tenders].map((load) => load(world));
