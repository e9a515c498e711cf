import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { api } from '../api.ts';
import { ConfigValueInput } from './ConfigValue.tsx';
import { ruleText, valueText, type ConfigRow } from './value-text.ts';

/** all settings of the platform are shown at once */
const ALL = 200;

/** The settings as one list; the columns are the facts of the detail drawer. */
export const configOptions = {
  label: '参数',
  nameField: 'configName' as const,
  pageSize: ALL,
  columns: [
    { field: 'configName' as const, title: '参数名称' },
    { field: 'configKey' as const, title: '参数键名', kind: 'mono' as const },
    { field: 'configValue' as const, title: '参数键值', render: (row: ConfigRow) => valueText(row.configValue, row) ?? <Missing /> },
    { field: 'configType' as const, title: '类型', dict: 'sys_config_type' },
    {
      field: 'rule' as const,
      title: '说明',
      render: (row: ConfigRow) => (row.rule && ruleText(row.rule)) || row.remark || <Missing />,
    },
    {
      field: 'isPublic' as const,
      title: '登录可读',
      render: (row: ConfigRow) => (row.isPublic === '1' ? <Tag tone="line">公开</Tag> : <Missing />),
    },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status' },
  ],
};

export const configFields: readonly FormField<InputOf<typeof api.config>>[] = [
  { field: 'configName', label: '参数名称' },
  { field: 'configKey', label: '参数键名', placeholder: '例如 custom.report.title', fixedOnEdit: true },
  {
    field: 'configType',
    label: '类型',
    widget: 'select',
    dict: 'sys_config_type',
    initial: 'text',
    fixedOnEdit: true,
    hint: '加密的键值保存后不再显示',
  },
  {
    field: 'configValue',
    label: '参数键值',
    wide: true,
    required: (values) => values.configType === 'number',
    render: (props, values) => <ConfigValueInput {...props} configKey={values.configKey} configType={values.configType ?? undefined} />,
  },
  { field: 'isPublic', label: '登录用户可读', widget: 'switch', initial: '0', visible: (values) => values.configType !== 'secret' },
  { field: 'status', label: '启用', widget: 'switch', initial: '1', hint: '平台的参数禁用后按默认值生效' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
