import type { Db } from '#kit/server/ctx.ts';
import type { ConfigSeed, DictSeed } from '#kit/server/module.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { DEFAULT_WEIGHTS, DIMENSIONS, DIMENSION_LABELS, type Dimension, type Marks } from '../../core/supplier-score.ts';

const weightKey = (dimension: Dimension) => `project.supplier.weight.${dimension}`;

/** Weights of the yearly evaluation. */
export const supplierConfigs: readonly ConfigSeed[] = DIMENSIONS.map((dimension) => ({
  key: weightKey(dimension),
  name: `供应商评价权重：${DIMENSION_LABELS[dimension]}`,
  value: String(DEFAULT_WEIGHTS[dimension]),
  type: 'number',
  group: '项目',
  min: 0,
  max: 100,
  unit: '份',
  decimals: 2,
  remark: '五项权重按相互比例计算，修改后对之后的评价生效',
}));

/** The weights as they are set now. */
export async function readWeights(db: Db): Promise<Marks> {
  const weights = { ...DEFAULT_WEIGHTS };
  for (const dimension of DIMENSIONS) weights[dimension] = await readNumberConfig(db, weightKey(dimension), DEFAULT_WEIGHTS[dimension]);
  return weights;
}

export const supplierDicts: readonly DictSeed[] = [
  {
    code: 'prj_supplier_type',
    name: '供应商类型',
    items: [
      ['1', '劳务分包'],
      ['2', '专业分包'],
      ['3', '材料'],
      ['4', '设备'],
      ['5', '租赁'],
      ['6', '勘测/检测'],
      ['7', '设计咨询协作'],
      ['8', '服务/办公'],
      ['9', '其他'],
    ],
  },
  {
    code: 'prj_supplier_status',
    name: '供应商名录状态',
    items: [
      ['1', '潜在'],
      ['2', '合格'],
      ['3', '战略'],
      ['4', '暂停'],
      ['5', '黑名单'],
    ],
  },
  {
    code: 'prj_supplier_grade',
    name: '供应商评价等级',
    items: [
      ['A', 'A级'],
      ['B', 'B级'],
      ['C', 'C级'],
      ['D', 'D级'],
    ],
  },
  {
    code: 'prj_tax_type',
    name: '纳税人类型',
    items: [
      ['1', '一般纳税人'],
      ['2', '小规模纳税人'],
    ],
  },
];
