import { CERT_TYPES } from '../archive.ts';
import { dayOf, holiday, isoDay, isoMonth, isWorkday, monthOf, type Period, weekday, yearOf } from '../calendar.ts';
import { CODES } from '../codes.ts';
import { BUSINESSES } from '../organisation.ts';
import { AREAS } from '../places.ts';
import { type Row, table, type Table } from '../table.ts';

const dimArea = table(
  'dwd',
  'dim_area',
  '维度-行政区划（省、市）',
  `
  area_code text! 行政区划代码（GB/T 2260）
  parent_code text 上级代码
  area_name text! 名称
  short_name text! 简称
  area_level smallint! 层级：1省 2市
  lng numeric(9,4)! 经度
  lat numeric(9,4)! 纬度`,
  { key: ['area_code'], links: { parent_code: 'dwd.dim_area(area_code)' } },
);
const dimDate = table(
  'dwd',
  'dim_date',
  '维度-日历',
  `
  date_day date! 日期
  year smallint! 年
  quarter smallint! 季度
  month date! 月份（月初）
  month_no smallint! 月序号
  weekday smallint! 星期：0周日…6周六
  is_workday char(1)! 是否工作日：0否 1是
  holiday text 节假日名称`,
  { key: ['date_day'] },
);
const dimBusiness = table(
  'dwd',
  'dim_business',
  '维度-业务类型',
  `
  business_code text! 业务类型编码
  business_name text! 业务类型名称
  short_name text! 简称
  target_margin numeric(5,4)! 目标毛利率
  sort_no smallint! 排序`,
  { key: ['business_code'] },
);
const dimCode = table(
  'dwd',
  'dim_code',
  '维度-代码对照（来源编码到标准编码）',
  `
  code_type text! 代码类别
  src_code text! 来源编码
  std_code text! 标准编码
  std_name text! 标准名称`,
  { key: ['code_type', 'src_code'] },
);
const dimCertType = table(
  'dwd',
  'dim_cert_type',
  '维度-执业类型',
  `
  type_code text! 执业类型编码
  type_name text! 执业类型名称
  top_name text! 上级类型名称
  valid_years smallint! 注册有效期（年）`,
  { key: ['type_code'] },
);

export const DIMENSIONS: readonly { table: Table; rows(period: Period): Iterable<Row> }[] = [
  {
    table: dimArea,
    rows: () =>
      AREAS.map((area) => ({
        area_code: area.code,
        parent_code: area.parent,
        area_name: area.name,
        short_name: area.short,
        area_level: area.level,
        lng: area.lng,
        lat: area.lat,
      })),
  },
  { table: dimDate, rows: days },
  {
    table: dimBusiness,
    rows: () =>
      BUSINESSES.map((one, index) => ({
        business_code: one.code,
        business_name: one.name,
        short_name: one.short,
        target_margin: one.margin,
        sort_no: index + 1,
      })),
  },
  {
    table: dimCode,
    rows: () =>
      Object.entries(CODES).flatMap(([code_type, items]) =>
        items.map(([src_code, std_code, std_name]) => ({ code_type, src_code, std_code, std_name })),
      ),
  },
  {
    table: dimCertType,
    rows: () => [
      ...CERT_TYPES.map(([type_code, type_name, top_name, valid_years]) => ({ type_code, type_name, top_name, valid_years })),
      { type_code: '0000', type_name: '未映射类型', top_name: '其他', valid_years: 0 },
    ],
  },
];

function* days(period: Period): Generator<Row> {
  for (let day = dayOf(yearOf(period.first) - 2, 1, 1); day <= dayOf(period.year + 1, 12, 31); day++) {
    const month = monthOf(day);
    yield {
      date_day: isoDay(day),
      year: yearOf(day),
      quarter: Math.floor((month % 12) / 3) + 1,
      month: isoMonth(month),
      month_no: (month % 12) + 1,
      weekday: weekday(day),
      is_workday: isWorkday(day) ? '1' : '0',
      holiday: holiday(day),
    };
  }
}
