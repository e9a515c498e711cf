import { PRESERVED_KINDS, type Mask, type MaskAlgorithm, type MaskParams } from '#kit/core/mask/algorithms.ts';

/** An input for one parameter of an algorithm. */
export interface ParamField {
  readonly field: keyof MaskParams;
  readonly label: string;
  /** least number; absent for what is not a number */
  readonly least?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
}

const choices = <K extends string>(labels: Record<K, string>) =>
  (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label }));
const cipher: ParamField = { field: 'cipher', label: '加密算法', options: choices({ sm4: 'SM4', aes: 'AES-256' }) };
const char: ParamField = { field: 'char', label: '分隔字符', placeholder: '例如 @ 或 -' };

/** The parameters that each algorithm has. */
export const PARAM_FIELDS: Partial<Record<MaskAlgorithm, readonly ParamField[]>> = {
  keep: [
    { field: 'head', label: '前保留位数', least: 0 },
    { field: 'tail', label: '后保留位数', least: 0 },
  ],
  range: [
    { field: 'from', label: '遮盖起始位', least: 1 },
    { field: 'to', label: '遮盖结束位', least: 1 },
  ],
  before: [char],
  after: [char],
  pattern: [{ field: 'pattern', label: '遮盖样式（# 保留，* 遮盖）', placeholder: '例如 ###****####' }],
  fixed: [{ field: 'text', label: '固定文本', placeholder: '例如 保密' }],
  date: [{ field: 'unit', label: '日期精度', options: choices({ year: '保留到年', month: '保留到月' }) }],
  round: [{ field: 'step', label: '取整单位', least: 0 }],
  amount: [{ field: 'step', label: '区间宽度', least: 0 }],
  geo: [{ field: 'decimals', label: '保留小数位数', least: 0 }],
  token: [{ field: 'hash', label: '摘要算法', options: choices({ sm3: 'HMAC-SM3', sha256: 'HMAC-SHA256' }) }],
  preserve: [{ field: 'kind', label: '保形类型', options: choices(PRESERVED_KINDS) }, cipher],
  encrypt: [{ ...cipher, options: choices({ sm4: 'SM4-CTR + HMAC-SM3', aes: 'AES-256-GCM' }) }],
};

const labelOf = (field: ParamField, value: unknown): string =>
  field.options?.find((option) => option.value === value)?.label ?? String(value);

/** The parameters of a rule in one line: 前3位，后4位. */
export function paramsText({ algorithm, params }: Mask): string | null {
  switch (algorithm) {
    case 'keep':
      return `前${params.head ?? 0}位，后${params.tail ?? 0}位`;
    case 'range':
      return `第${params.from}至${params.to}位`;
    case 'round':
      return `按 ${params.step} 取整`;
    case 'amount':
      return `每 ${params.step} 一档`;
    case 'geo':
      return `${params.decimals ?? 2}位小数`;
    default: {
      const own = (PARAM_FIELDS[algorithm] ?? []).filter(({ field }) => params[field] !== undefined);
      return own.length === 0 ? null : own.map((field) => labelOf(field, params[field.field]).replace(/（.*/, '')).join('，');
    }
  }
}

/** A value to try each algorithm with. */
const SAMPLES: Partial<Record<MaskAlgorithm, string>> = {
  before: 'zhangsan@example.com',
  after: 'GD-2026-0042',
  name: '欧阳娜娜',
  idCard: '11010519491231002X',
  phone: '0571-87654321',
  email: 'zhangsan@example.com',
  bankCard: '6222600260001072444',
  address: '浙江省杭州市西湖区文三路90号',
  creditCode: '91350100M000100Y43',
  cnaps: '102100099996',
  passport: 'E12345678',
  travelPermit: 'H12345678',
  plate: '浙A12345',
  ip: '192.168.1.77',
  geo: '120.153576,30.287459',
  date: '1990-05-06',
  round: '12345.67',
  amount: '12345.67',
};
const PRESERVED_SAMPLES: Partial<Record<NonNullable<MaskParams['kind']>, string>> = {
  idCard: '11010519491231002X',
  phone: '0571-87654321',
  bankCard: '6222600260001072444',
  creditCode: '91350100M000100Y43',
};
export const sampleFor = (algorithm: MaskAlgorithm, { kind }: MaskParams): string =>
  (algorithm === 'preserve' && kind ? PRESERVED_SAMPLES[kind] : SAMPLES[algorithm]) ?? '13812345678';
