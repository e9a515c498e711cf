import type { SetModel } from '../../contract/data-set-model.ts';
import type { Field } from '../../contract/field.ts';

/** What two versions of a data set are compared by. */
interface Compared {
  readonly setName: string;
  readonly folderId: string | null;
  readonly sourceId: string | null;
  readonly isShared?: string;
  readonly status?: string;
  readonly remark?: string | null;
  readonly model: SetModel;
}
const SET: Readonly<Partial<Record<keyof Compared, string>>> = { isShared: '共享', status: '状态', remark: '备注' };
const FIELD: Readonly<Partial<Record<keyof Field, string>>> = {
  name: '名称',
  role: '角色',
  type: '类型',
  agg: '聚合',
  format: '格式',
  expr: '公式',
  geo: '地理角色',
  dict: '字典',
  hidden: '显示',
  folder: '分组',
  remark: '说明',
};
const MODEL: Readonly<Partial<Record<keyof SetModel, string>>> = {
  origin: '数据来源',
  hierarchies: '层级',
  params: '参数',
  cache: '数据缓存',
  extract: '抽取',
  minGroup: '最小分组',
  minGroupBy: '最小分组',
};
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const differing = <T extends object>(a: T, b: T, words: Readonly<Partial<Record<keyof T, string>>>): string[] => [
  ...new Set((Object.keys(words) as (keyof T)[]).flatMap((key) => (same(a[key], b[key]) ? [] : [words[key]!]))),
];

/** What changed from one version of a data set to another, a line each, as people would say it. */
export function diffSets(from: Compared, to: Compared): string[] {
  const before = new Map(from.model.fields.map((field) => [field.id, field]));
  const after = new Map(to.model.fields.map((field) => [field.id, field]));
  const fields = to.model.fields.flatMap((field) => {
    const old = before.get(field.id);
    if (!old) return [`新增字段“${field.name}”`];
    const details = differing(old, field, FIELD);
    return details.length > 0 ? [`修改字段“${field.name}”：${details.join('、')}`] : [];
  });
  const gone = from.model.fields.flatMap((field) => (after.has(field.id) ? [] : [`删除字段“${field.name}”`]));
  return [
    ...(from.setName === to.setName ? [] : [`改名为“${to.setName}”`]),
    ...(from.folderId === to.folderId ? [] : ['移动目录']),
    ...(from.sourceId === to.sourceId ? [] : ['更换数据源']),
    ...differing(from, to, SET).map((word) => `修改${word}`),
    ...differing(from.model, to.model, MODEL).map((word) => `修改${word}`),
    ...gone,
    ...fields,
  ];
}
