import { withoutPlaces } from './places.ts';

/** A name of a company, taken apart: places, what it calls itself, what it does, its legal form. */
export interface CompanyName {
  readonly places: readonly string[];
  /** the name without places and legal form */
  readonly core: string;
  /** the core without what it does: 华鑫 of 华鑫建筑材料; the core when nothing else is left */
  readonly brand: string;
  readonly trade: string;
  readonly form: string;
}

/** Legal forms, longest first; the value is what counts as the same. */
const FORMS: readonly (readonly [string, string])[] = [
  ['股份有限责任公司', '股份'],
  ['集团股份有限公司', '股份'],
  ['集团有限责任公司', '有限'],
  ['股份有限公司', '股份'],
  ['有限责任公司', '有限'],
  ['集团有限公司', '有限'],
  ['股份公司', '股份'],
  ['有限公司', '有限'],
  ['集团公司', '有限'],
  ['总公司', '公司'],
  ['公司', '公司'],
];
/** Words for what companies do: they tell little, as thousands share them. */
const TRADES = new Set(
  [
    '建筑 建设 建材 建造 材料 新材料 工程 劳务 装饰 装修 幕墙 地基 基础 地基基础 设备 机械 机电 电气 电子 电器 电力 能源 新能源 科技 技术 信息',
    '网络 软件 智能 智能制造 制造 工业 实业 商贸 贸易 物资 物流 运输 供应链 仓储 租赁 测绘 仪器 检测 勘测 勘察 设计 规划 咨询 监理 管理 服务',
    '投资 发展 开发 置业 地产 房地产 园林 绿化 环保 环境 水务 市政 路桥 交通 水利 消防 安防 通信 自动化 钢铁 钢构 钢结构 混凝土 水泥 石材',
    '木业 五金 化工 医药 生物 食品 农业 文化 传媒 广告 图文 制作 商业 产业 集团 控股 国际 企业 事务所 建筑设计 汽车 零部件 运营 资产 加工 安装 维修 销售',
  ]
    .join(' ')
    .split(' '),
);
const LONGEST_TRADE = 4;

/** Half-width, capitals, without blanks and signs; brackets stay for what stands in them. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s"'“”‘’.,，。、·・•\-—_/&*]/g, '');

function withoutTrade(core: string): string {
  let rest = core;
  for (;;) {
    let length = Math.min(LONGEST_TRADE, rest.length);
    while (length >= 2 && !TRADES.has(rest.slice(-length))) length -= 1;
    if (length < 2) return rest;
    rest = rest.slice(0, -length);
  }
}

/** What stands in brackets: a place goes to the front, a kind of partnership goes, anything else stays where it stood. */
function withoutBrackets(text: string): { text: string; places: string[] } {
  const moved: string[] = [];
  const plain = text.replace(/[([【]([^()[\]【】]*)[)\]】]/g, (_, inner: string) => {
    const { places, rest } = withoutPlaces(inner);
    moved.push(...places);
    return /合伙|独资|筹$/.test(rest) ? '' : rest;
  });
  return { text: plain.replace(/[()[\]【】]/g, ''), places: moved };
}

export function companyName(value: string): CompanyName {
  const open = withoutBrackets(plainText(value));
  const form = FORMS.find(([ending]) => open.text.endsWith(ending) && open.text.length > ending.length);
  const body = form ? open.text.slice(0, -form[0].length) : open.text;
  const { places, rest } = withoutPlaces(body);
  // a name that is nothing but places keeps them: 上海有限公司
  const core = rest || body;
  const brand = withoutTrade(core);
  return {
    places: [...new Set([...places, ...open.places])],
    core,
    brand: brand || core,
    trade: brand ? core.slice(brand.length) : '',
    form: form?.[1] ?? '',
  };
}
