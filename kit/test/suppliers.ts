/** Invented suppliers with planted duplicates, as people make them: slips, other characters of the same sound, short names, missing codes. */
import { random, type Random } from '#demo/warehouse/random.ts';
import { CREDIT_CODE_CHARACTERS, creditCodeCheck } from '#kit/core/cn/credit-code.ts';
import { orgCodeCheck } from '#kit/core/cn/org-code.ts';

export interface TestSupplier {
  readonly id: string;
  readonly values: Record<string, string | null>;
}
export interface TestSuppliers {
  readonly records: readonly TestSupplier[];
  /** record of a duplicate → the record it repeats */
  readonly repeats: ReadonlyMap<string, string>;
}

const CITIES =
  '南京 苏州 无锡 常州 南通 徐州 盐城 扬州 镇江 泰州 杭州 宁波 温州 嘉兴 绍兴 合肥 芜湖 蚌埠 济南 青岛 烟台 潍坊 武汉 宜昌 襄阳 长沙 株洲 郑州 洛阳 成都 绵阳 重庆 西安 广州 深圳 佛山 东莞 福州 厦门 泉州 南昌 天津 石家庄 保定 太原 沈阳 大连 长春 哈尔滨 昆明'.split(
    ' ',
  );
const PROVINCE: Record<string, string> = {
  南京: '江苏',
  苏州: '江苏',
  无锡: '江苏',
  杭州: '浙江',
  宁波: '浙江',
  合肥: '安徽',
  济南: '山东',
  武汉: '湖北',
};
const BRANDS = [
  ...'恒瑞鼎盛华泰嘉禾万润金桥联宏远博信安达天成创新源卓越洋德和康世铭泽凯悦锦云帆启元丰利通顺捷隆昌茂兴腾飞龙虎鹏翔宇晨曦明亮江河海湖山峰林森岩磊石玉晶银鑫富贵祥瑞福禄寿喜',
];
const TRADES = [
  '建筑劳务 地基基础工程 幕墙装饰工程 建材 测绘仪器 设备租赁 检测技术 勘测 建筑设计 图文制作 建筑材料 机械设备 机电工程 商贸 物资贸易 钢结构工程 混凝土 园林绿化工程',
  '电力设备 自动化科技 消防工程 环保科技 路桥工程 物流 五金机电 石材 木业 信息技术 新材料科技 水利工程 工程咨询 工程监理',
].flatMap((line) => line.split(' '));
const FORMS = ['有限公司', '有限公司', '有限公司', '有限责任公司', '股份有限公司', '集团有限公司'];
const STREETS = '人民 解放 中山 建设 工农 和平 新华 文化 长江 黄河 光明 胜利 友谊 迎宾 滨江 科技 创业 兴业'.split(' ');
const FAMILY = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗'];
const GIVEN = [...'伟强磊军洋勇杰涛超明刚平辉鹏斌波芳娜敏静丽艳娟霞燕玲'];
/** Characters of the same sound, as an input method offers them. */
const SOUNDS = [
  '鑫信新',
  '华骅',
  '泰太',
  '盛胜',
  '恒衡',
  '远源元',
  '达答',
  '宏弘',
  '博勃',
  '嘉佳',
  '铭明',
  '泽则',
  '瑞睿',
  '通同',
  '顺舜',
  '隆龙',
  '祥翔',
  '丰峰锋',
  '利立力',
  '康慷',
  '金今',
  '德得',
  '程成诚',
  '料廖',
  '材才',
  '建健',
];

const digits = (rng: Random, count: number): string => Array.from({ length: count }, () => rng.int(0, 9)).join('');
function creditCode(rng: Random): string {
  const organisation = `MA${Array.from({ length: 6 }, () => CREDIT_CODE_CHARACTERS.charAt(rng.int(0, 30))).join('')}`;
  const body = `91${rng.pick(['3201', '3205', '3301', '4201', '4401', '5101', '3701'])}${rng.pick(['00', '02', '05', '13'])}${organisation}${orgCodeCheck(organisation)}`;
  return body + creditCodeCheck(body);
}
const phone = (rng: Random): string =>
  rng.chance(0.7)
    ? `1${rng.pick(['38', '39', '50', '86', '77'])}${digits(rng, 8)}`
    : `0${rng.pick(['25', '512', '571', '27'])}${rng.int(5, 8)}${digits(rng, 7)}`.slice(0, 12);

interface Parts {
  city: string;
  brand: string;
  trade: string;
  form: string;
}
const written = ({ city, brand, trade, form }: Parts): string => city + brand + trade + form;

function supplier(rng: Random): { parts: Parts; values: Record<string, string | null> } {
  const parts = { city: rng.pick(CITIES), brand: rng.pick(BRANDS) + rng.pick(BRANDS), trade: rng.pick(TRADES), form: rng.pick(FORMS) };
  return {
    parts,
    values: {
      name: written(parts),
      code: rng.chance(0.85) ? creditCode(rng) : null,
      phone: rng.chance(0.9) ? phone(rng) : null,
      contact: rng.chance(0.9) ? rng.pick(FAMILY) + rng.pick(GIVEN) + (rng.chance(0.5) ? rng.pick(GIVEN) : '') : null,
      address: rng.chance(0.8) ? `${parts.city}市${rng.pick(STREETS)}路${rng.int(1, 600)}号` : null,
    },
  };
}

/** Another company that looks alike: the brand elsewhere, in another trade, in the same sound, a sister with the same telephone. */
function sibling(rng: Random, { parts, values }: ReturnType<typeof supplier>): ReturnType<typeof supplier> {
  const other = supplier(rng);
  const kind = rng.int(0, 3);
  if (kind === 0) other.parts = { ...parts, city: rng.pick(CITIES.filter((city) => city !== parts.city)) };
  if (kind === 1) other.parts = { ...parts, trade: rng.pick(TRADES.filter((trade) => trade !== parts.trade)) };
  if (kind === 2)
    other.parts = { ...parts, brand: parts.brand.charAt(0) + rng.pick(BRANDS.filter((each) => each !== parts.brand.charAt(1))) };
  if (kind === 3) {
    other.parts = { ...parts, trade: rng.pick(TRADES.filter((trade) => trade !== parts.trade)) };
    other.values = { ...other.values, phone: values.phone! };
  }
  other.values = { ...other.values, name: written(other.parts) };
  return other;
}

function slip(rng: Random, text: string): string {
  const at = rng.int(2, Math.max(2, text.length - 5));
  const way = rng.int(0, 2);
  if (way === 0) return text.slice(0, at) + text.slice(at + 1);
  if (way === 1) return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
  return text.slice(0, at) + rng.pick(BRANDS) + text.slice(at + 1);
}
function samesound(rng: Random, text: string): string {
  const known = [...text].flatMap((character) =>
    SOUNDS.filter((sounds) => sounds.includes(character)).map((sounds) => [character, sounds] as const),
  );
  if (known.length === 0) return slip(rng, text);
  const [character, sounds] = rng.pick(known);
  return text.replace(character, rng.pick([...sounds].filter((other) => other !== character)));
}

const NAME_WAYS: readonly ((rng: Random, parts: Parts) => string)[] = [
  (rng, parts) => written({ ...parts, form: rng.pick(FORMS.filter((form) => form !== parts.form)) }),
  (_, { city, brand, trade, form }) => `${brand}${trade}（${city}）${form}`,
  (_, parts) => `${PROVINCE[parts.city] ?? ''}${parts.city}市${parts.brand}${parts.trade}${parts.form}`,
  (_, { brand, trade, form }) => brand + trade + form,
  (_, { city, brand, trade }) => city + brand + trade,
  (rng, parts) => slip(rng, written(parts)),
  (rng, parts) => samesound(rng, written(parts)),
  (_, parts) => written(parts).replace('有限', ' 有限 ').replace('公司', '公司 '),
];

/** The same company, entered again. */
function again(rng: Random, { parts, values }: ReturnType<typeof supplier>): Record<string, string | null> {
  const next: Record<string, string | null> = { ...values, name: rng.pick(NAME_WAYS)(rng, parts) };
  const { code, phone: number, contact, address } = values;
  if (code && rng.chance(0.25)) next.code = null;
  else if (code && rng.chance(0.15)) {
    const at = rng.int(8, 17);
    next.code = code.slice(0, at) + rng.pick([...CREDIT_CODE_CHARACTERS].filter((each) => each !== code.charAt(at))) + code.slice(at + 1);
  } else if (code && rng.chance(0.2)) next.code = code.toLowerCase();
  if (number && rng.chance(0.3))
    next.phone = number.startsWith('1')
      ? `+86 ${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`
      : number.slice(number.length - 8);
  else if (number && next.code && rng.chance(0.2)) next.phone = phone(rng);
  if (contact && rng.chance(0.2)) next.contact = null;
  if (address && rng.chance(0.3)) next.address = address.replace('市', '').replace('号', '號');
  return next;
}

/** So many suppliers, of which a share repeats others; the same seed gives the same ones. */
export function testSuppliers(count: number, { share = 0.05, seed = 'suppliers' }: { share?: number; seed?: string } = {}): TestSuppliers {
  const rng = random(seed);
  const repeated = Math.round(count * share);
  const made: ReturnType<typeof supplier>[] = [];
  while (made.length < count - repeated) made.push(made.length > 0 && rng.chance(0.05) ? sibling(rng, rng.pick(made)) : supplier(rng));
  const id = (at: number): string => `s${String(at).padStart(6, '0')}`;
  const records: TestSupplier[] = made.map(({ values }, at) => ({ id: id(at), values }));
  const repeats = new Map<string, string>();
  for (const at of rng.sample([...made.keys()], repeated)) {
    repeats.set(id(records.length), id(at));
    records.push({ id: id(records.length), values: again(rng, made[at]!) });
  }
  return { records, repeats };
}
