import type { Insertable } from 'kysely';
import type { Tables } from '#kit/server/db/tables.ts';
import { suppliers } from '../warehouse/archive.ts';
import { dayOf, isoDay } from '../warehouse/calendar.ts';
import { BRANCHES } from '../warehouse/organisation.ts';
import { random, type Random } from '../warehouse/random.ts';
import { normalName, DEFAULT_WEIGHTS, gradeOf, scoreOf, type Marks, type ListStatus } from '#modules/projects/core/index.ts';
import { supplierBankPurpose } from '#modules/projects/server/index.ts';
import type { RecordSeed } from './index.ts';

const PER_INSERT = 100;
const YEARS = 3;
const YUAN_PER_WAN = 10_000;
/** Subcontractors (劳务分包, 专业分包) carry a safety licence. */
const LICENSED = ['1', '2'];
const QUALIFICATIONS: Readonly<Record<string, readonly (readonly [name: string, level: string | null])[]>> = {
  '1': [
    ['施工劳务', '不分等级'],
    ['模板脚手架专业承包', '不分等级'],
  ],
  '2': [
    ['地基基础工程专业承包', '一级'],
    ['建筑幕墙工程专业承包', '二级'],
    ['建筑装修装饰工程专业承包', '一级'],
  ],
  '3': [['质量管理体系认证', 'ISO 9001']],
  '4': [['测绘仪器计量检定', null]],
  '5': [['起重设备安装工程专业承包', '三级']],
  '6': [
    ['检验检测机构资质认定', 'CMA'],
    ['工程勘察专业类（岩土工程）', '乙级'],
  ],
  '7': [['建筑行业（建筑工程）设计', '乙级']],
  '8': [['印刷经营许可证', null]],
};
const PRODUCTS: Readonly<Record<string, string>> = {
  '1': '建筑劳务、模板与脚手架班组',
  '2': '地基基础、幕墙与装饰施工',
  '3': '水泥、砂石、钢材、防水材料',
  '4': '全站仪、水准仪及配件',
  '5': '起重机械、施工电梯租赁',
  '6': '材料检测、地基检测、岩土勘测',
  '7': '方案设计、施工图设计协作',
  '8': '效果图、图文制作与装订',
};
const SUSPENDED = ['年度评价为D级，整改合格前暂停合作', '连续两次延误供货，暂停合作并约谈', '现场安全检查多项不合格，限期整改'];
const BANNED = ['投标中串通报价，经核实列入黑名单', '拖欠农民工工资引发群体投诉', '提供虚假检测报告', '转包工程并拒不整改'];
const BANKS = ['中国银行', '中国建设银行', '中国工商银行', '招商银行', '交通银行'];

interface Source {
  supplier_id: string;
  supplier_name: string;
  credit_code: string;
  supplier_type: string;
  legal_person: string;
  contact: string;
  contact_mobile: string;
  bank_account: string;
  province_code: string;
  city_code: string;
  reg_capital: number;
  establish_date: string;
  coop_count: number;
  coop_amount: number;
  score: number;
  list_status: string;
}

interface Rows {
  suppliers: Insertable<Tables['prjSupplier']>[];
  qualifications: Insertable<Tables['prjSupplierQualification']>[];
  scores: Insertable<Tables['prjSupplierScore']>[];
  changes: Insertable<Tables['prjSupplierStatus']>[];
}
function* parts<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += PER_INSERT) yield list.slice(from, from + PER_INSERT);
}

/** Five marks whose weighted mean is exactly the score. */
function marksFor(score: number, draw: Random): Marks {
  const room = Math.min(3, Math.floor((100 - score) / 4));
  const [quality, schedule, price] = [draw.int(-room, room), draw.int(-room, room), draw.int(-room, room)];
  const mark = (by: number) => Math.round((score + by) * 10) / 10;
  return {
    quality: mark(2 * quality),
    schedule: mark(schedule),
    price: mark(price),
    service: mark(-price),
    safety: mark(-3 * quality - schedule),
  };
}

/** When something ends: a few have ended, some end within 7, 30 and 90 days of today, most later. */
function endDay(index: number, today: number, draw: Random): string {
  if (index % 37 === 0) return isoDay(today - draw.int(3, 60));
  if (index % 29 === 0) return isoDay(today + draw.int(1, 7));
  if (index % 17 === 0) return isoDay(today + draw.int(8, 30));
  if (index % 11 === 0) return isoDay(today + draw.int(31, 90));
  return isoDay(today + draw.int(120, 1500));
}

/** 供应商: exactly the suppliers of the warehouse, with three years of evaluations, qualifications and the story of their states. */
export async function seedSuppliers({ app, db, world, places }: RecordSeed): Promise<void> {
  if (await db.selectFrom('prjSupplier').select('id').limit(1).executeTakeFirst()) return;
  const draw = random('supplier records');
  const { period } = world;
  const headings = new Set(
    (await db.selectFrom('sysArea').select('areaCode').where('isPseudo', '=', '1').execute()).map((area) => area.areaCode),
  );
  const stamp = { createBy: places.makerId, updateBy: places.makerId };
  const at = (day: number) => new Date(Math.min(Date.parse(`${isoDay(day)}T10:00:00+08:00`), app.now().getTime() - 3_600_000));
  const numbers = new Map<number, number>();
  const rows: Rows = { suppliers: [], qualifications: [], scores: [], changes: [] };
  const all = suppliers(period) as unknown as Source[];
  for (const [index, one] of all.entries()) {
    const id = app.ids.next();
    // the oldest were entered three years ago, the latest this year
    const year = period.year - YEARS + Math.floor((index * (YEARS + 1)) / all.length);
    const entered = Math.min(dayOf(year, 1, 10) + Math.floor(((index * (YEARS + 1)) % all.length) / (YEARS + 1)) * 2, period.last - 40);
    const number = (numbers.get(year) ?? 0) + 1;
    numbers.set(year, number);
    const status = one.list_status as ListStatus;
    const isLicensed = LICENSED.includes(one.supplier_type);
    const place = places.of(draw.pick(BRANCHES).id);
    const qualifications = (QUALIFICATIONS[one.supplier_type] ?? []).slice(0, draw.int(1, 3)).map(([qualName, qualLevel], sortNo) => ({
      id: app.ids.next(),
      supplierId: id,
      qualName,
      qualLevel,
      qualNo: `${one.supplier_type}${one.province_code.slice(0, 2)}${String(index * 7 + sortNo + 10_000)}`,
      qualValidTo: endDay(index + sortNo * 5, period.today, draw),
      sortNo,
    }));
    const safetyValidTo = isLicensed ? endDay(index + 3, period.today, draw) : null;
    const ends = [safetyValidTo, ...qualifications.map((each) => each.qualValidTo)].filter((day) => day !== null).sort();
    for (let back = YEARS; back >= 1; back--) {
      const wanted = back === 1 ? one.score : Math.round(Math.min(99, Math.max(41, one.score + draw.int(-60, 60) / 10)) * 10) / 10;
      const marks = marksFor(wanted, draw);
      const score = scoreOf(marks);
      const judged = at(Math.min(dayOf(period.year - back + 1, 1, 15) + (index % 20), period.last));
      rows.scores.push({
        id: app.ids.next(),
        supplierId: id,
        scoreYear: period.year - back,
        ...marks,
        weights: JSON.stringify(DEFAULT_WEIGHTS),
        score,
        grade: gradeOf(score),
        remark: gradeOf(score) === 'D' ? '多项指标不达标，需整改' : null,
        ...stamp,
        createTime: judged,
        updateTime: judged,
      });
    }
    const reason = status === '5' ? draw.pick(BANNED) : status === '4' ? draw.pick(SUSPENDED) : null;
    const first: ListStatus = status === '1' ? '1' : '2';
    const moved = at(Math.max(entered + 10, period.last - draw.int(20, 200)));
    const story: [from: string | null, to: string, why: string | null, when: Date][] = [[null, first, null, at(entered)]];
    if (status !== first) story.push([first, status, reason, moved]);
    for (const [fromStatus, toStatus, why, createTime] of story)
      rows.changes.push({ id: app.ids.next(), supplierId: id, fromStatus, toStatus, reason: why, createBy: places.makerId, createTime });
    rows.qualifications.push(...qualifications);
    const cityCode = headings.has(one.city_code) ? one.province_code : one.city_code;
    rows.suppliers.push({
      id,
      supplierCode: `GYS${year}-${String(number).padStart(4, '0')}`,
      supplierName: one.supplier_name,
      normalName: normalName(one.supplier_name),
      creditCode: one.credit_code,
      supplierType: one.supplier_type,
      legalPerson: one.legal_person,
      registeredCapital: one.reg_capital,
      establishDate: one.establish_date,
      companyNature: '有限责任公司',
      provinceCode: one.province_code,
      cityCode,
      address: `${draw.pick(['创业', '科技', '建设', '工业', '滨江'])}路${draw.int(1, 388)}号`,
      businessScope: `${PRODUCTS[one.supplier_type] ?? ''}及相关技术服务`,
      mainProducts: PRODUCTS[one.supplier_type] ?? null,
      contact: one.contact,
      contactPhone: one.contact_mobile,
      safetyLicenseNo: isLicensed ? `JZ安许证字〔${year}〕${String(10_000 + index)}` : null,
      safetyValidTo,
      taxType: draw.chance(0.8) ? '1' : '2',
      invoiceRate:
        one.supplier_type === '3' || one.supplier_type === '4' ? 13 : one.supplier_type === '1' || one.supplier_type === '2' ? 9 : 6,
      bankName: draw.pick(BANKS),
      bankAccountSealed: app.secrets.seal(one.bank_account, supplierBankPurpose(id)),
      coopSince: one.coop_count > 0 ? isoDay(entered) : null,
      coopCount: one.coop_count,
      coopAmount: one.coop_count > 0 ? (one.coop_amount / YUAN_PER_WAN).toFixed(2) : null,
      payableAmount: one.coop_count > 0 ? ((one.coop_amount * draw.int(0, 20)) / 100 / YUAN_PER_WAN).toFixed(2) : null,
      score: one.score,
      grade: gradeOf(one.score),
      scoreYear: period.year - 1,
      listStatus: status,
      statusReason: reason,
      statusTime: story.at(-1)?.[3] ?? at(entered),
      nextExpiry: ends[0] ?? null,
      deptId: place?.deptId ?? null,
      remark: `采购系统编号 ${one.supplier_id}`,
      ...stamp,
      createTime: at(entered),
      updateTime: moved,
      createDept: place?.deptId ?? null,
    });
  }
  for (const some of parts(rows.suppliers)) await db.insertInto('prjSupplier').values(some).execute();
  for (const some of parts(rows.qualifications)) await db.insertInto('prjSupplierQualification').values(some).execute();
  for (const some of parts(rows.scores)) await db.insertInto('prjSupplierScore').values(some).execute();
  for (const some of parts(rows.changes)) await db.insertInto('prjSupplierStatus').values(some).execute();
  await db
    .insertInto('prjSupplierNumber')
    .values([...numbers].map(([supplierYear, lastNo]) => ({ supplierYear, lastNo })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
