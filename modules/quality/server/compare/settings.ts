import type { Db } from '#kit/server/ctx.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';

const ROWS = { key: 'quality.compareMaxRows', value: 1_000_000 };
const MEMORY = { key: 'quality.compareMemoryMB', value: 512 };

/** What a comparison of two sources may take. */
export interface CompareLimits {
  /** rows of one side */
  readonly maxRows: number;
  /** memory of the process that compares; its files may take four times as much */
  readonly memoryMB: number;
}
export const compareLimits = async (db: Db): Promise<CompareLimits> => ({
  maxRows: await readNumberConfig(db, ROWS.key, ROWS.value),
  memoryMB: await readNumberConfig(db, MEMORY.key, MEMORY.value),
});

/** 系统参数 of comparisons. */
export const compareConfigs: readonly ConfigSeed[] = [
  {
    key: ROWS.key,
    name: '跨源比对的行数上限',
    value: String(ROWS.value),
    type: 'number',
    group: '数据质量',
    min: 100,
    max: 20_000_000,
    unit: '行',
    remark: '比对两个数据源的表时每一边最多读取的行数（按组比对时为组数），超过时不比对并说明原因',
  },
  {
    key: MEMORY.key,
    name: '跨源比对的内存上限（MB）',
    value: String(MEMORY.value),
    type: 'number',
    group: '数据质量',
    min: 16,
    max: 16_384,
    unit: 'MB',
    remark: '一次比对可使用的内存，临时文件最多为它的四倍；每个节点同时进行两个比对',
  },
];
