import { ApiOutlined, CodeOutlined, FileExcelOutlined, PartitionOutlined, TableOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { SetKind } from '../../contract/data-set.ts';
import type { FieldType } from '../../contract/field.ts';

export const KIND_LABELS: Record<SetKind, string> = {
  table: '数据表',
  join: '关联表',
  sql: 'SQL',
  file: '上传文件',
  platform: '平台数据',
};
export const KIND_ICONS: Record<SetKind, ReactNode> = {
  table: <TableOutlined />,
  join: <PartitionOutlined />,
  sql: <CodeOutlined />,
  file: <FileExcelOutlined />,
  platform: <ApiOutlined />,
};
export const TYPE_LABELS: Record<FieldType, string> = {
  string: '文本',
  number: '数值',
  date: '日期',
  datetime: '日期时间',
  bool: '是否',
};
/** Two characters in front of a field that tell its type. */
export const TYPE_MARKS: Record<FieldType, string> = {
  string: '文',
  number: '#',
  date: '日',
  datetime: '时',
  bool: '是',
};
export const AGGREGATES = [
  { value: 'sum', label: '求和' },
  { value: 'avg', label: '平均' },
  { value: 'max', label: '最大' },
  { value: 'min', label: '最小' },
  { value: 'count', label: '计数' },
  { value: 'countd', label: '去重计数' },
  { value: 'median', label: '中位数' },
  { value: 'stddev', label: '标准差' },
  { value: 'none', label: '不聚合' },
] as const;

export const EXTRACT_STATES = {
  none: { label: '实时', tone: 'line' },
  running: { label: '抽取中', tone: 'accent' },
  ready: { label: '已抽取', tone: 'ok' },
  failed: { label: '抽取失败', tone: 'bad' },
} as const;
