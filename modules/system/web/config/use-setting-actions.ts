import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import type { RowAction } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import type { ResetChannel } from '../../contract/reset.ts';
import { api } from '../api.ts';
import { isDefault, valueText, type ConfigRow } from './value-text.ts';

/** settings that messages leave with, and how they are tried */
const CHANNELS: Readonly<Record<string, ResetChannel>> = { 'sys.sms.gatewayUrl': 'sms', 'sys.mail.server': 'mail' };

/** Sends a message to the own telephone or mailbox; what has left may bring codes for forgotten passwords. */
async function testChannel(channel: ResetChannel): Promise<void> {
  const { to } = await api.reset.test({ body: { channel } });
  toast.success(channel === 'sms' ? `测试短信正在发往 ${to}，结果见短信发件箱` : `测试邮件已发往 ${to}`);
}

/** Actions of a setting in its row; errors are shown by the request layer and the list then shows the stored value. */
export function useSettingActions(list: EntityList<ConfigRow>) {
  const update = useWrite(api.config.update, { onSuccess: () => toast.success(uiTexts.saved) });
  const save = (row: ConfigRow, change: Partial<ConfigRow>) => {
    const { configName, configKey, configValue, configType, isPublic, status, remark, version } = { ...row, ...change };
    const body = { configName, configKey, configValue, configType, isPublic, status, remark, version };
    update.mutate({ params: { id: row.id }, body }, { onError: () => void list.refresh() });
  };
  const restore = async (row: ConfigRow) => {
    const { rule } = row;
    if (!rule) return;
    const to = valueText(rule.defaultValue, row);
    const content = `将“${row.configName}”恢复为默认值${to === null ? '（空）' : ` ${to}`}？`;
    if (await confirmDialog({ content, okText: '恢复默认' })) save(row, { configValue: rule.defaultValue, status: '1' });
  };

  const actionsOf = (row: ConfigRow): RowAction[] => {
    const channel = CHANNELS[row.configKey];
    return [
      { key: 'edit', label: '修改', call: api.config.update, onClick: () => list.open({ kind: 'edit', id: row.id }) },
      ...(row.rule && !isDefault(row)
        ? [{ key: 'restore', label: '恢复默认', call: api.config.update, onClick: () => void restore(row) }]
        : []),
      ...(channel
        ? [{ key: 'test', label: '发送测试', call: api.reset.test, onClick: () => void testChannel(channel).catch(() => undefined) }]
        : []),
      // settings of the platform are not deleted
      ...(row.isBuiltIn === '1'
        ? []
        : [{ key: 'remove', label: '删除', call: api.config.remove, danger: true, onClick: () => list.askRemove([row]) }]),
      { key: 'detail', label: '变更记录', call: api.config.get, onClick: () => list.open({ kind: 'detail', id: row.id }) },
    ];
  };
  return {
    actionsOf,
    turn: (row: ConfigRow, on: boolean) => save(row, { configValue: String(on) }),
    busyId: update.isPending ? update.variables.params.id : null,
  };
}
