import type { AskField, AskSet, Reading } from './types.ts';

/** Words of business that stand for each other. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['合同额', '合同金额', '合同总额', '签约额'],
  ['新签合同额', '新签额', '新签金额', '新签合同金额', '新签'],
  ['签约金额', '成交金额', '成交额'],
  ['营业收入', '营收', '收入', '销售收入'],
  ['利润总额', '利润', '总利润'],
  ['回款额', '回款', '回款金额', '收款额', '收款'],
  ['项目成本', '成本'],
  ['单位', '公司', '分公司', '子公司', '分子公司', '下属单位', '组织'],
  ['省份', '省', '省区', '地区', '区域'],
  ['城市', '市', '地市'],
  ['人数', '员工数', '员工人数', '人员数', '员工数量', '人员数量'],
  ['在岗人数', '员工人数', '在职人数', '员工数'],
  ['学历', '文化程度', '教育程度'],
  ['客户', '客户名称', '甲方'],
  ['业主单位', '业主', '客户'],
  ['负责人', '项目经理', '责任人'],
  ['来源', '渠道', '来源渠道'],
  ['线索数', '线索', '新增线索'],
  ['商机数', '商机'],
  ['调用次数', '调用量', '访问量', '请求数'],
  ['平均耗时', '响应时间', '平均响应时间', '平均用时'],
  ['数据api', '接口', 'api'],
  ['阶段', '环节', '步骤'],
  ['业务类型', '业务', '业务板块', '板块'],
  ['实际产值', '产值', '完成产值'],
  ['应收余额', '应收账款', '应收款', '欠款'],
  ['供应商数', '供应商数量'],
  ['发现问题', '问题数', '问题'],
  ['查询次数', '查询量'],
  ['登录次数', '登录量'],
  ['证书数', '证书', '证书数量'],
  ['项目数', '项目数量', '项目'],
  ['合同数', '合同份数', '合同数量'],
  ['预警数', '预警数量', '预警'],
  ['表数', '表数量', '数据表数', '表的数量'],
  ['字段数', '字段数量', '列数'],
  ['参训人次', '培训人次', '参加培训人次'],
  ['丢单原因', '失单原因', '丢单的原因'],
  ['获奖数', '获奖数量', '奖项数'],
  ['授权数', '专利数', '授权数量'],
  ['评价等级', '等级'],
  ['质量评分', '质量分', '质量得分'],
  ['日期', '时间'],
];

/** One character for another, so that places stay: width, case, and marks that say the same. */
export const plain = (text: string): string =>
  [...text.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))]
    .map((char) => (char.length === 1 ? char.toLowerCase() : '  '))
    .join('')
    .replaceAll('\u3000', ' ');

export interface Entry {
  readonly reading: Reading;
  readonly weight: number;
}
export type Lexicon = ReadonlyMap<string, readonly Entry[]>;

/** Other words for a name, with how sure they are. */
function variants(name: string): (readonly [word: string, weight: number])[] {
  const found = new Map<string, number>([[name, 1]]);
  const add = (word: string, weight: number) => {
    if (word.length > 0 && (found.get(word) ?? 0) < weight) found.set(word, weight);
  };
  const bare = name.replace(/[（(].*?[）)]/g, '');
  add(bare, 0.98);
  if (bare.length > 2) add(bare.replace(/(?:名称|姓名)$/, ''), 0.95);
  if (/[^次天岁]数$/.test(bare)) add(`${bare}量`, 0.95);
  for (const group of SYNONYMS) {
    if (group.includes(bare)) for (const word of group) add(word, group[0] === bare ? 0.9 : 0.8);
    else
      for (const word of group)
        // a part of a name that is said in other words
        if (word.length >= 3 && bare.includes(word)) for (const other of group) if (other.length >= 2) add(bare.replace(word, other), 0.7);
  }
  return [...found];
}

/** Parts of names that are long enough to stand for the whole: 合同额 for 新签合同额. */
function shortened(field: AskField): (readonly [word: string, weight: number])[] {
  const bare = plain(field.name).replace(/[（(].*?[）)]/g, '');
  const cut = /^(?:新签|新增|实际|平均|累计|计划|预计|估计|当前|本年|年度|一次|最近|综合)(.{2,})$/.exec(bare)?.[1];
  const head = /^(.{2,})(?:数|额|量|率|次数|人数|日期|时间|类型|等级)$/.exec(bare)?.[1];
  // 单位 for 承担单位
  const noun = field.role === 'dimension' && bare.length >= 4 ? bare.slice(-2) : undefined;
  return [[cut, 0.6] as const, [noun, 0.55] as const, [head, 0.5] as const].flatMap(([word, weight]) =>
    word ? [[word, weight] as const] : [],
  );
}

/** Short forms of a value: 广东 for 广东省. */
function shortValue(label: string): string | null {
  const found = /^(.{2,}?)(?:特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|省|市|有限责任公司|有限公司|分公司|公司|类|级)$/.exec(
    label,
  )?.[1];
  return found ?? null;
}

/** All words of a data set: its fields by every name, and the values of its fields. */
export function lexiconOf({ fields, values }: AskSet): Lexicon {
  const made = new Map<string, Entry[]>();
  const add = (word: string, entry: Entry) => {
    const key = plain(word).trim();
    if (key.length === 0) return;
    const entries = made.get(key) ?? [];
    entries.push(entry);
    made.set(key, entries);
  };
  for (const field of fields) {
    const reading: Reading = { is: 'field', field };
    const words = new Map(variants(plain(field.name)));
    for (const word of field.synonyms ?? []) words.set(plain(word), Math.max(words.get(plain(word)) ?? 0, 0.95));
    for (const [word, weight] of shortened(field)) if (!words.has(word)) words.set(word, weight);
    for (const [word, weight] of words) add(word, { reading, weight });
  }
  for (const value of values) {
    if (value.label.length > 60) continue;
    const reading: Reading = { is: 'value', value };
    add(value.label, { reading, weight: 1 });
    const short = shortValue(value.label);
    if (short) add(short, { reading, weight: 0.8 });
  }
  for (const entries of made.values()) entries.sort((a, b) => b.weight - a.weight);
  return made;
}
