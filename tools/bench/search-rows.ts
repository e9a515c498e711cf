import type pg from 'pg';
import { searchTextOf } from '#modules/catalogue/core/search/grams.ts';

/** A source of ordinary size for a group: 10,000 tables with 30 columns each, names and comments as warehouses have them. */
export const SEARCH_SOURCE = 's_source';
export const SEARCH_ROWS = { tables: 10_000, columnsPerTable: 30 } as const;

type Word = readonly [english: string, chinese: string];
const SUBJECTS: readonly Word[] = [
  ['cust', '客户'], ['acct', '账户'], ['contract', '合同'], ['project', '项目'], ['order', '订单'], ['product', '产品'], ['staff', '员工'],
  ['dept', '部门'], ['supplier', '供应商'], ['invoice', '发票'], ['trade', '交易'], ['loan', '贷款'], ['voucher', '凭证'], ['subject', '科目'],
  ['channel', '渠道'], ['org', '机构'], ['device', '设备'], ['material', '物料'], ['warehouse', '仓库'], ['member', '会员'], ['risk', '风险'],
  ['budget', '预算'], ['asset', '资产'], ['card', '银行卡'], ['claim', '理赔'], ['policy', '保单'], ['ticket', '工单'], ['site', '工地'],
  ['drawing', '图纸'], ['quality', '质量'], ['bid', '投标'], ['payment', '付款'], ['receipt', '回款'], ['tax', '税务'], ['vehicle', '车辆'],
]; // prettier-ignore
const ASPECTS: readonly Word[] = [
  ['cur', '当前'], ['day', '当日'], ['month', '本月'], ['year', '本年'], ['last', '上期'], ['total', '累计'], ['open', '期初'], ['close', '期末'],
  ['avail', '可用'], ['frozen', '冻结'], ['avg', '平均'], ['max', '最大'], ['first', '首次'], ['hist', '历史'], ['plan', '计划'], ['actual', '实际'],
  ['src', '来源'], ['tgt', '目标'], ['main', '主要'], ['sub', '下级'], ['temp', '临时'], ['legal', '法定'], ['foreign', '外币'], ['inner', '内部'],
]; // prettier-ignore
const ATTRIBUTES: readonly Word[] = [
  ['amt', '金额'], ['bal', '余额'], ['no', '编号'], ['name', '名称'], ['qty', '数量'], ['status', '状态'], ['type', '类型'], ['date', '日期'],
  ['time', '时间'], ['remark', '备注'], ['rate', '比率'], ['level', '等级'], ['addr', '地址'], ['phone', '联系电话'], ['price', '单价'],
  ['discount', '折扣'], ['ccy', '币种'], ['desc', '描述'], ['flag', '标志'], ['count', '次数'], ['owner', '负责人'], ['region', '地区'],
  ['code', '代码'], ['period', '周期'], ['score', '评分'], ['reason', '原因'], ['result', '结果'], ['ratio', '占比'], ['unit', '单位'], ['len', '长度'],
]; // prettier-ignore
const KINDS: readonly Word[] = [
  ['info', '信息表'], ['dtl', '明细表'], ['sum', '汇总表'], ['log', '流水表'], ['rel', '关系表'], ['snap', '快照表'], ['dim', '维度表'], ['rpt', '报表'],
]; // prettier-ignore
const TIERS = ['ods', 'dwd', 'dws', 'ads', 'dim'];

const at = (words: readonly Word[], n: number): Word => words[n % words.length] as Word;

function tableOf(n: number): { name: string; comment: string; schema: string } {
  const [subject, subjectCn] = at(SUBJECTS, n);
  const [aspect, aspectCn] = at(ASPECTS, Math.floor(n / SUBJECTS.length));
  const [kind, kindCn] = at(KINDS, Math.floor(n / 7));
  const schema = TIERS[n % TIERS.length] as string;
  return { schema, name: `${schema}_${subject}_${aspect}_${kind}_${n}`, comment: `${subjectCn}${aspectCn}${kindCn}` };
}

/** One column in 300,000 is what the searches look for: `cust_bal`, 客户余额. */
function columnOf(table: number, n: number): { name: string; comment: string } {
  if (table === 4321 && n === 7) return { name: 'cust_bal', comment: '客户余额' };
  const seed = table * 31 + n * 17;
  const [subject, subjectCn] = at(SUBJECTS, table + (n % 3 === 0 ? 0 : seed));
  const [aspect, aspectCn] = at(ASPECTS, seed >> 2);
  const [attribute, attributeCn] = at(ATTRIBUTES, n + (seed >> 3));
  return {
    name: `${subject}_${aspect}_${attribute}${n}`,
    comment: `${subjectCn}${aspectCn}${attributeCn}${seed % 11 === 0 ? '（单位：万元）' : ''}`,
  };
}

const BATCH = 2000;
const id = (series: string, n: number) => `${series}${String(n).padStart(9, '0')}`;

/** Writes source, tables and columns with their search text. Answers the milliseconds that making the search text took. */
export async function fillSearchRows(pool: pg.Pool): Promise<number> {
  let spent = 0;
  const found = (texts: (string | null)[]) => {
    const begun = performance.now();
    const made = searchTextOf(texts);
    spent += performance.now() - begun;
    return made;
  };
  await pool.query(
    `insert into metadata_source (id, source_name, db_type, host, port, db_name, is_sync, table_count, column_count) values ($1, '检索压测源', '5', 'bench', 5432, 'bench', '2', $2, $3)`,
    [SEARCH_SOURCE, SEARCH_ROWS.tables, SEARCH_ROWS.tables * SEARCH_ROWS.columnsPerTable],
  );
  const tables = Array.from({ length: SEARCH_ROWS.tables }, (_, n) => ({ n, ...tableOf(n) }));
  for (let from = 0; from < tables.length; from += BATCH)
    await pool.query(
      `insert into metadata_table (id, source_id, schema_name, table_name, table_kind, table_comment, tier, heat, column_count, fingerprint, row_estimate, change_time, grams, search_text)
       select x->>'id', '${SEARCH_SOURCE}', x->>'schema', x->>'name', 'table', x->>'comment', x->>'tier', (x->>'heat')::int, ${SEARCH_ROWS.columnsPerTable}, 'bench', 1000, now() - ((x->>'heat')::int || ' days')::interval,
         array(select jsonb_array_elements_text(x->'grams')), x->>'searchText' from jsonb_array_elements($1::jsonb) x`,
      [
        JSON.stringify(
          tables.slice(from, from + BATCH).map(({ n, schema, name, comment }) => ({
            id: id('t', n), schema, name, comment, tier: schema, heat: (n * 37) % 400, ...found([name, null, comment, null]),
          })), // prettier-ignore
        ),
      ],
    );
  const total = SEARCH_ROWS.tables * SEARCH_ROWS.columnsPerTable;
  for (let from = 0; from < total; from += BATCH)
    await pool.query(
      `insert into metadata_column (id, source_id, table_id, column_name, column_comment, column_position, data_type, level, grams, search_text)
       select x->>'id', '${SEARCH_SOURCE}', x->>'table', x->>'name', x->>'comment', (x->>'position')::int, 'numeric', x->>'level',
         array(select jsonb_array_elements_text(x->'grams')), x->>'searchText' from jsonb_array_elements($1::jsonb) x`,
      [
        JSON.stringify(
          Array.from({ length: Math.min(BATCH, total - from) }, (_, i) => {
            const table = Math.floor((from + i) / SEARCH_ROWS.columnsPerTable);
            const position = (from + i) % SEARCH_ROWS.columnsPerTable;
            const { name, comment } = columnOf(table, position);
            const level = (table + position) % 13 === 0 ? 'L3' : null;
            return { id: id('c', from + i), table: id('t', table), position, name, comment, level, ...found([name, null, comment, null]) };
          }),
        ),
      ],
    );
  await pool.query('vacuum analyze metadata_table, metadata_column');
  return spent;
}
