/** Groups of the palette, in its order. */
export const KIND_GROUPS = { basic: '基础字段', business: '业务字段', layout: '布局', special: '签名与定位' } as const;
export type KindGroup = keyof typeof KIND_GROUPS;

/** Every kind of field that a form can have, by its code, in the order of the palette. */
export const FIELD_KINDS = {
  input: { label: '单行文本', group: 'basic' },
  textarea: { label: '多行文本', group: 'basic' },
  number: { label: '数字', group: 'basic' },
  money: { label: '金额', group: 'basic' },
  radio: { label: '单选', group: 'basic' },
  checkbox: { label: '多选', group: 'basic' },
  select: { label: '下拉选择', group: 'basic' },
  cascader: { label: '级联选择', group: 'basic' },
  date: { label: '日期', group: 'basic' },
  dateRange: { label: '日期区间', group: 'basic' },
  time: { label: '时间', group: 'basic' },
  switch: { label: '开关', group: 'basic' },
  rate: { label: '评分', group: 'basic' },
  slider: { label: '滑块', group: 'basic' },
  color: { label: '颜色', group: 'basic' },
  file: { label: '附件', group: 'basic' },
  image: { label: '图片', group: 'basic' },
  editor: { label: '富文本', group: 'basic' },
  serial: { label: '流水号', group: 'basic' },
  formula: { label: '计算公式', group: 'basic' },
  user: { label: '人员选择', group: 'business' },
  dept: { label: '部门选择', group: 'business' },
  post: { label: '岗位选择', group: 'business' },
  area: { label: '省市区', group: 'business' },
  dict: { label: '数据字典', group: 'business' },
  dataset: { label: '关联数据', group: 'business' },
  source: { label: '数据源', group: 'business' },
  form: { label: '关联表单', group: 'business' },
  grid: { label: '栅格', group: 'layout' },
  tabs: { label: '标签页', group: 'layout' },
  card: { label: '卡片', group: 'layout' },
  subform: { label: '子表', group: 'layout' },
  divider: { label: '分割线', group: 'layout' },
  text: { label: '文字', group: 'layout' },
  alert: { label: '提示', group: 'layout' },
  signature: { label: '手写签名', group: 'special' },
  location: { label: '定位', group: 'special' },
} as const satisfies Record<string, { label: string; group: KindGroup }>;
export type FieldKind = keyof typeof FIELD_KINDS;

/** Names of columns that every managed table of a form has: no field may take them. */
export const SYSTEM_COLUMNS = [
  'id',
  'parent_id',
  'row_no',
  'form_version',
  'flow_status',
  'instance_id',
  'round_id',
  'submitter_id',
  'dept_id',
  'create_time',
  'update_time',
  'version',
  'deleted_at',
] as const;

/** Most of everything, so that a form stays something that a person fills. */
export const FORM_LIMITS = {
  fields: 300,
  rules: 200,
  depth: 6,
  subforms: 10,
  subFields: 40,
  rows: 500,
  options: 500,
  cascaderNodes: 2000,
  textLength: 4000,
  textMost: 20_000,
  /** characters of values of which no two are the same */
  uniqueLength: 500,
  optionText: 100,
  files: 20,
  picks: 200,
} as const;
