import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { count } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { Column, RowAction } from '#kit/web/table/types.ts';
import { TreeTable } from '#kit/web/tree/TreeTable.tsx';
import { useEntityTree } from '#kit/web/tree/use-entity-tree.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { Link } from 'react-router';
import { TOP_PARENT } from '../../contract/practicing-type.ts';
import { api } from '../api.ts';
import '../parts/projects.css';

type Row = CallReply<typeof api.practicingType.tree>[number];
type Full = CallReply<typeof api.practicingType.get>;

const SORT_STEP = 10;
const SHOWN_SPECIALTIES = 2;
const REG_DEPTS = ['住建', '交通', '水利', '发改', '应急', '自然资源', '人社', '工信'];

const parentOf = (row: Row) => (row.parentId === TOP_PARENT ? null : row.parentId);
const years = (value: number | null) => (value === null ? <Missing /> : `${value} 年`);

const columns: readonly Column<Row>[] = [
  { field: 'typeName', title: '类型名称', width: 232 },
  { field: 'typeCode', title: '类型编码', kind: 'mono', width: 76 },
  {
    field: 'qualificationCount',
    title: '证书数',
    kind: 'number',
    width: 64,
    render: (row) =>
      row.qualificationCount === 0 ? (
        <Missing />
      ) : (
        <Link to={`/project/practicingQualification?q=typeId:${row.id}`}>{count(row.qualificationCount)}</Link>
      ),
  },
  {
    field: 'specialties',
    title: '注册专业',
    width: 123,
    render: (row) => {
      if (row.specialties.length === 0) return <Missing />;
      const more = row.specialties.length - SHOWN_SPECIALTIES;
      return (
        <span title={row.specialties.join('、')}>
          {row.specialties.slice(0, SHOWN_SPECIALTIES).join('、')}
          {more > 0 && ` 等${row.specialties.length}个`}
        </span>
      );
    },
  },
  { field: 'regDept', title: '主管部门', width: 72 },
  { field: 'validYears', title: '注册有效期', width: 84, render: (row) => years(row.validYears) },
  { field: 'eduHours', title: '教育学时', kind: 'number', width: 76 },
  { field: 'warnDays', title: '提醒（天）', kind: 'number', width: 84 },
  { field: 'allowance', title: '证书津贴（元/月）', kind: 'number', width: 140, hidden: true },
  { field: 'status', title: '状态', dict: 'sys_common_status', width: 72 },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 150, hidden: true },
];

const options = {
  rows: api.practicingType.tree,
  parentOf,
  label: '执业类型',
  nameField: 'typeName' as const,
  search: [
    { field: 'typeName', label: '类型名称' },
    { field: 'typeCode', label: '类型编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns,
};

const facts: readonly Fact<Full>[] = [
  { field: 'typeName', title: '类型名称' },
  { field: 'typeCode', title: '类型编码', kind: 'mono' },
  { field: 'typeLevel', title: '层级', render: (row) => <Tag tone="line">{row.typeLevel === '1' ? '顶级类型' : '下级类型'}</Tag> },
  { field: 'regDept', title: '主管部门' },
  { field: 'validYears', title: '注册有效期', render: (row) => years(row.validYears) },
  { field: 'eduHours', title: '每注册期继续教育学时' },
  { field: 'warnDays', title: '提前提醒天数' },
  { field: 'allowance', title: '证书津贴（元/月）', render: (row) => row.allowance ?? <span className="muted">无查看权限或未设置</span> },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'sort', title: '排序' },
  { field: 'specialties', title: '注册专业', wide: true },
  { field: 'remark', title: '备注', wide: true },
];

const fieldsOf = (tops: readonly Row[], isTopWithChildren: boolean): readonly FormField<InputOf<typeof api.practicingType>>[] => [
  {
    field: 'parentId',
    label: '上级类型',
    widget: 'select',
    options: [{ value: TOP_PARENT, label: '无（顶级类型）' }, ...tops.map((top) => ({ value: top.id, label: top.typeName }))],
    hint: isTopWithChildren ? '有下级类型，不能再放到其他类型下' : undefined,
    initial: TOP_PARENT,
  },
  { field: 'typeName', label: '类型名称' },
  { field: 'typeCode', label: '类型编码', placeholder: '住建监管平台注册类别码，如 1511' },
  { field: 'regDept', label: '主管部门', render: (props) => <RegDept {...props} /> },
  { field: 'validYears', label: '注册有效期（年）', widget: 'number', section: '注册要求' },
  { field: 'eduHours', label: '每注册期继续教育学时', widget: 'number' },
  { field: 'warnDays', label: '提前提醒天数', widget: 'number', initial: 90, hint: '距到期不超过该天数时，证书显示为即将到期' },
  { field: 'allowance', label: '证书津贴（元/月）', placeholder: '例如 800.00', hint: '仅有修改权限的人员可见' },
  { field: 'hasSpecialty', label: '分专业注册', widget: 'switch', initial: '0' },
  {
    field: 'specialties',
    label: '可选专业',
    wide: true,
    visible: (values) => values.hasSpecialty === '1',
    required: (values) => values.hasSpecialty === '1',
    render: (props) => (
      <Select {...props} mode="tags" tokenSeparators={['、', ',', '，', ' ']} placeholder="输入专业名称后回车" open={false} />
    ),
  },
  { field: 'sort', label: '排序', widget: 'number', initial: 0, section: '其他' },
  { field: 'status', label: '状态', widget: 'switch', dict: 'sys_common_status', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** One of the usual authorities, or another that is typed in. */
function RegDept({ value, onChange, ...props }: FieldProps) {
  const chosen = value as string | null | undefined;
  const known = chosen && !REG_DEPTS.includes(chosen) ? [...REG_DEPTS, chosen] : REG_DEPTS;
  return (
    <Select
      {...props}
      value={chosen ?? undefined}
      allowClear
      showSearch
      placeholder="请选择"
      options={known.map((name) => ({ value: name, label: name }))}
      onChange={(next?: string) => onChange?.(next ?? null)}
    />
  );
}

/** 执业类型: two levels of kinds of professional registrations. */
export default function PracticingTypePage() {
  const tree = useEntityTree<Row>(api.practicingType, options);
  const [parent, setParent] = useState<Row>();
  const changeStatus = useStatusChange();
  const { opened } = tree.state;
  const editingId = opened?.kind === 'edit' ? opened.id : null;
  const tops = tree.all.filter((row) => row.typeLevel === '1');
  const hasChildren = editingId !== null && tree.all.some((row) => row.parentId === editingId);
  const fields = useMemo(
    () => fieldsOf(hasChildren ? [] : tree.all.filter((row) => row.typeLevel === '1' && row.id !== editingId), hasChildren),
    [tree.all, editingId, hasChildren],
  );
  const names = [
    {
      field: 'parentId',
      label: '上级类型',
      nameOf: (id: string) => (id === TOP_PARENT ? '无（顶级类型）' : tops.find((row) => row.id === id)?.typeName),
    },
    { field: 'typeLevel', label: '层级', nameOf: (level: string) => (level === '1' ? '顶级类型' : '下级类型') },
    { field: 'hasSpecialty', label: '分专业注册', dict: 'sys_yes_no' },
  ];
  const addBelow = (row: Row) => {
    setParent(row);
    tree.open({ kind: 'new' });
  };
  const actions = (row: Row): RowAction[] => [
    ...(row.typeLevel === '1' ? [{ key: 'add', label: '新增下级', call: api.practicingType.create, onClick: () => addBelow(row) }] : []),
    {
      key: 'status',
      label: row.status === '1' ? '禁用' : '启用',
      call: api.practicingType.update,
      onClick: () => void changeStatus(row),
    },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={tree} />
      <TreeTable<Row> tree={tree} startLevel={2} actions={actions} />
      <EntityForm
        api={api.practicingType}
        label="执业类型"
        fields={fields}
        opened={opened}
        initial={opened?.kind === 'new' ? startOf(tree.all, parent) : undefined}
        refreshes={[api.practicingType.tree]}
        onClose={() => {
          setParent(undefined);
          tree.open(null);
        }}
      />
      <DetailDrawer<Row> list={tree} facts={facts} form={[...names, ...fields]} />
    </div>
  );
}

/** A new type stands last among its brothers. */
function startOf(rows: readonly Row[], parent: Row | undefined) {
  const parentId = parent?.id ?? TOP_PARENT;
  const last = Math.max(0, ...rows.filter((row) => row.parentId === parentId).map((row) => row.sort));
  return { parentId, sort: last + SORT_STEP };
}

/** 启用 / 禁用 */
function useStatusChange() {
  const update = useWrite(api.practicingType.update, { onSuccess: () => toast.success(uiTexts.saved) });
  return async (row: Row) => {
    const isOn = row.status === '1';
    const content = `禁用“${row.typeName}”？之后不能再登记该类型的证书，已有的证书不受影响。`;
    if (isOn && !(await confirmDialog({ content, okText: '禁用', danger: true }))) return;
    update.mutate({ params: { id: row.id }, body: { ...row, status: isOn ? '0' : '1' } });
  };
}
