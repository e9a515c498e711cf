import { toast } from '#kit/web/dialog.tsx';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { rangeText } from '../core/config-value.ts';
import type { ResetChannel } from '../contract/reset.ts';
import { api } from './api.ts';
import { ConfigValue, ConfigValueInput } from './config/ConfigValue.tsx';

/** settings that messages leave with, and how they are tried */
const CHANNELS: Readonly<Record<string, ResetChannel>> = { 'sys.sms.gatewayUrl': 'sms', 'sys.mail.server': 'mail' };

/** Sends a message to the own telephone or mailbox; what has left may bring codes for forgotten passwords. */
async function testChannel(channel: ResetChannel): Promise<void> {
  const { to } = await api.reset.test({ body: { channel } });
  toast.success(channel === 'sms' ? `测试短信正在发往 ${to}，结果见短信发件箱` : `测试邮件已发往 ${to}`);
}

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
    { field: 'configName', title: '参数名称', width: 180 },
    { field: 'configKey', title: '参数键名', kind: 'mono', width: 230, sort: true },
    { field: 'configValue', title: '参数键值', render: (row) => <ConfigValue row={row} /> },
    { field: 'rule', title: '取值范围', width: 180, render: (row) => (row.rule?.range ? rangeText(row.rule.range) : <Missing />) },
    { field: 'configType', title: '类型', dict: 'sys_config_type', width: 80 },
    {
      field: 'isPublic',
      title: '登录可读',
      width: 86,
      render: (row) => (row.isPublic === '1' ? <Tag tone="line">公开</Tag> : <Missing />),
    },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
  actions: (row) => {
    const channel = CHANNELS[row.configKey];
    return channel
      ? [{ key: 'test', label: '发送测试', call: api.reset.test, onClick: () => void testChannel(channel).catch(() => undefined) }]
      : [];
  },
  form: [
    { field: 'configName', label: '参数名称' },
    { field: 'configKey', label: '参数键名', placeholder: '例如 sys.session.idleMinutes', fixedOnEdit: true },
    {
      field: 'configType',
      label: '类型',
      widget: 'select',
      dict: 'sys_config_type',
      initial: 'text',
      hint: '加密的键值保存后不再显示，原样提交则保留',
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
