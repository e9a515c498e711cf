import { Select } from 'antd';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { RECOGNISER_LABELS } from '../../contract/classify.ts';
import { api } from '../api.ts';
import { LEVELS, LevelTag } from './level-tag.tsx';

type Row = RowOf<typeof api.classify>;
const recognisers = Object.entries(RECOGNISER_LABELS).map(([value, label]) => ({ value, label }));
const words = (row: Row) => (row.namePatterns.length === 0 ? <Missing /> : row.namePatterns.join('、'));

const options: EntityPageOptions<Row> = {
  label: '分类',
  nameField: 'className',
  search: [
    { field: 'className', label: '分类名称' },
    { field: 'level', label: '级别', options: LEVELS },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    {
      field: 'className',
      title: '分类名称',
      width: 170,
      render: (row, own) => <span className={row.parentId ? 'class-name below' : 'class-name'}>{own}</span>,
    },
    { field: 'level', title: '级别', width: 100, render: (row) => <LevelTag level={row.level} /> },
    {
      field: 'recogniser',
      title: '识别器',
      width: 170,
      render: (row) => (row.recogniser ? RECOGNISER_LABELS[row.recogniser] : <Missing />),
    },
    { field: 'namePatterns', title: '名称词', render: words },
    { field: 'maskRuleName', title: '脱敏规则', width: 130, render: (row) => row.maskRuleName ?? <Missing /> },
    { field: 'isLinkable', title: '可关联', width: 80, render: (row) => (row.isLinkable === '1' ? '可关联' : <Missing />) },
    { field: 'columns', title: '字段数', kind: 'number', width: 80 },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'classCode', title: '分类编码', kind: 'mono', width: 150, hidden: true },
  ],
};
const facts: readonly Fact<Row>[] = [
  ...options.columns.filter((column) => column.field !== 'namePatterns'),
  { field: 'threshold', title: '命中比例', render: (row) => `${Math.round(row.threshold * 100)}%` },
  { field: 'valuePattern', title: '取值样式', kind: 'mono' },
  { field: 'namePatterns', title: '名称词', wide: true, render: words },
  { field: 'remark', title: '备注', wide: true },
];

const loadClasses = async () =>
  (await api.classify.list()).filter((row) => row.parentId === null).map((row) => ({ value: row.id, label: row.className }));
const loadRules = async () =>
  (await api.maskRule.list()).filter((row) => row.status === '1').map((row) => ({ value: row.id, label: row.ruleName }));

const fields: readonly FormField<InputOf<typeof api.classify>>[] = [
  { field: 'className', label: '分类名称' },
  { field: 'classCode', label: '分类编码', placeholder: '例如 id_card', fixedOnEdit: true },
  { field: 'parentId', label: '上级分类', widget: 'select', load: loadClasses, placeholder: '不选为一级分类' },
  { field: 'level', label: '级别', widget: 'select', options: LEVELS },
  { field: 'maskRuleId', label: '脱敏规则', widget: 'select', load: loadRules, placeholder: '不选则沿用上级分类' },
  {
    field: 'isLinkable',
    label: '可关联',
    widget: 'switch',
    hint: '脱敏后仍可与其他可关联字段等值连接，只用于不易猜中的编号，如身份证号、手机号',
    initial: '0',
  },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'recogniser', label: '识别器', section: '识别', widget: 'select', options: recognisers, placeholder: '不选则只按名称识别' },
  { field: 'threshold', label: '命中比例', widget: 'number', hint: '取样值中符合的比例达到它才算命中，0.1到1', initial: 0.8 },
  { field: 'namePatterns', label: '名称词', wide: true, render: (props) => <Words {...props} />, initial: [] },
  { field: 'valuePattern', label: '取值样式', hint: '9 为数字，A 为字母，汉 为汉字，末尾 * 为任意；不填不用' },
  { field: 'sort', label: '排序', widget: 'number', initial: 0 },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** Words that a column name or comment may hold. */
function Words({ id, value, onChange, disabled }: FieldProps) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', '、', ' ']}
      disabled={disabled}
      placeholder="中文、英文或拼音，回车分隔，例如 身份证、id_card、sfzh"
      value={(value ?? []) as string[]}
      onChange={onChange}
    />
  );
}

/** The classes with their levels, recognition rules and masks. */
export function ClassList() {
  const list = useEntityPage(api.classify, options);
  return (
    <>
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} canRemove={(row) => row.isBuiltin === '0'} />
      <EntityForm api={api.classify} label="分类" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} facts={facts} form={fields} />
    </>
  );
}
