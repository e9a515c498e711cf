import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { rangeText } from '../core/config-value.ts';
import { api } from './api.ts';
import { ConfigValue, ConfigValueInput } from './config/ConfigValue.tsx';

export default defineEntityPage({
  title: '参数管理',
  api: api.config,
  nameField: 'configName',
  search: [
    { field: 'configName', label: '参数名称' },
    { field: 'configKey', label: '参数键名' },
    { field: 'configType', label: '类型', dict: 'sys_config_type' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'configName', title: '参数名称', width: 200 },
    { field: 'configKey', title: '参数键名', kind: 'mono', width: 240, sort: true },
    { field: 'configValue', title: '参数键值', render: (row) => <ConfigValue row={row} /> },
    { field: 'rule', title: '取值范围', width: 220, render: (row) => (row.rule?.range ? rangeText(row.rule.range) : <Missing />) },
    { field: 'configType', title: '类型', dict: 'sys_config_type', width: 90 },
    {
      field: 'isPublic',
      title: '登录可读',
      width: 96,
      render: (row) => (row.isPublic === '1' ? <Tag tone="line">公开</Tag> : <Missing />),
    },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true },
  ],
  form: [
    { field: 'configName', label: '参数名称' },
    { field: 'configKey', label: '参数键名', placeholder: '例如 sys.session.idleMinutes', fixedOnEdit: true },
    {
      field: 'configType',
      label: '类型',
      widget: 'select',
      dict: 'sys_config_type',
      initial: 'text',
      hint: '密文保存后不再显示，原样提交则保留',
    },
    {
      field: 'configValue',
      label: '参数键值',
      wide: true,
      render: (props, values) => <ConfigValueInput {...props} configKey={values.configKey} />,
    },
    { field: 'isPublic', label: '登录用户可读', widget: 'switch', initial: '0' },
    { field: 'status', label: '状态', widget: 'switch', initial: '1' },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ],
});
