import type { App } from '#kit/server/ctx.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { recent } from '#kit/server/recent.ts';

/** The zone of all sources, see their adapters: relative dates and days follow it. */
export const ZONE = 'Asia/Shanghai';
const SECONDS = 5_000;

export const engineConfigs = [
  {
    key: 'visual.sourceLimit',
    name: '可视化-每个数据源同时执行的查询数',
    value: '4',
    type: 'number',
    group: '可视化',
    min: 1,
    max: 16,
    unit: '个',
    remark: '超出的查询排队等待；保存后 5 秒内生效',
  },
  {
    key: 'visual.timeoutSec',
    name: '可视化-单个查询的时间限制（秒）',
    value: '30',
    type: 'number',
    group: '可视化',
    min: 5,
    max: 300,
    unit: '秒',
    remark: '超过时间的查询会被取消；保存后 5 秒内生效',
  },
  {
    key: 'visual.freshSec',
    name: '可视化-查询结果保持最新的时间（秒）',
    value: '60',
    type: 'number',
    group: '可视化',
    min: 0,
    max: 86400,
    unit: '秒',
    remark: '期间直接使用已有结果；数据集可以另行设置',
  },
  {
    key: 'visual.staleSec',
    name: '可视化-查询结果可继续展示的时间（秒）',
    value: '600',
    type: 'number',
    group: '可视化',
    min: 0,
    max: 604800,
    unit: '秒',
    remark: '期间先展示已有结果，同时在后台更新；数据集可以另行设置',
  },
  {
    key: 'visual.fiscalMonth',
    name: '可视化-财年开始月份',
    value: '1',
    type: 'number',
    group: '可视化',
    min: 1,
    max: 12,
    unit: '月',
    remark: '按年分组和“本年”等相对日期的起点',
  },
] as const satisfies readonly ConfigSeed[];

export interface EngineSettings {
  readonly sourceLimit: number;
  readonly timeoutMs: number;
  readonly freshSec: number;
  readonly staleSec: number;
  readonly fiscalMonth: number;
}

async function read({ db }: App): Promise<EngineSettings> {
  const [limit, timeout, fresh, stale, month] = await Promise.all(
    engineConfigs.map(({ key, value }) => readNumberConfig(db, key, Number(value))),
  );
  return {
    sourceLimit: limit!,
    timeoutMs: timeout! * 1000,
    freshSec: fresh!,
    staleSec: stale!,
    fiscalMonth: month!,
  };
}

/** The settings of the engine, a few seconds old at most. */
export const engineSettings = recent(SECONDS, read).of;
