import { Link } from 'react-router';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { count } from '#kit/web/format.ts';
import { TAG_COLORS } from '../../contract/governance.ts';
import { api } from '../api.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { TAG_COLOR_LABELS, tagTone } from './labels.ts';

/** 标签: what marks tables and columns across sources. */
export default defineEntityPage({
  title: '标签管理',
  label: '标签',
  api: api.tag,
  nameField: 'tagName',
  search: [
    { field: 'tagName', label: '标签名称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    {
      field: 'tagName',
      title: '标签',
      width: 180,
      sort: true,
      render: (row, own) => (
        <Tag tone={tagTone(row.tagColor)} dot={false}>
          {own}
        </Tag>
      ),
    },
    {
      field: 'tableCount',
      title: '数据表',
      kind: 'number',
      width: 90,
      render: (row) =>
        row.tableCount === 0 ? '0' : <Link to={`/metadata/datasearch?types=table&tagId=${row.id}`}>{count(row.tableCount)}</Link>,
    },
    {
      field: 'columnCount',
      title: '字段',
      kind: 'number',
      width: 90,
      render: (row) =>
        row.columnCount === 0 ? '0' : <Link to={`/metadata/datasearch?types=column&tagId=${row.id}`}>{count(row.columnCount)}</Link>,
    },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'remark', title: '备注' },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true },
  ],
  form: [
    { field: 'tagName', label: '标签名称', placeholder: '例如 核心' },
    {
      field: 'tagColor',
      label: '颜色',
      widget: 'select',
      options: TAG_COLORS.map((value) => ({ value, label: TAG_COLOR_LABELS[value] })),
      initial: 'blue',
    },
    { field: 'status', label: '状态', widget: 'switch', initial: '1' },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ],
});
