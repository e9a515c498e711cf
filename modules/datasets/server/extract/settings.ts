import type { ConfigSeed } from '#kit/server/module.ts';

export const DISK_CONFIG = 'visual.extractMaxMB';
export const DISK_MB = 20_480;
export const INTERVAL_CONFIG = 'visual.extractMinMinutes';
export const INTERVAL_MINUTES = 5;

/** 系统参数 of extracts. */
export const extractConfigs: readonly ConfigSeed[] = [
  {
    key: DISK_CONFIG,
    name: '抽取数据的空间上限（MB）',
    value: String(DISK_MB),
    type: 'number',
    group: '可视化',
    min: 100,
    max: 10485760,
    unit: 'MB',
    remark: '每个节点上全部数据集抽取文件最多占用的兆字节数',
  },
  {
    key: INTERVAL_CONFIG,
    name: '抽取的最短间隔（分钟）',
    value: String(INTERVAL_MINUTES),
    type: 'number',
    group: '可视化',
    min: 1,
    max: 1440,
    unit: '分钟',
    isPublic: true,
    remark: '数据集抽取计划的两次执行之间至少相隔的分钟数',
  },
];
