import { ExclamationCircleFilled } from '@ant-design/icons';
import { Switch } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { RowActions } from '#kit/web/table/RowActions.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import { allowedText, effectiveValue, isDefault, isOn, valueText, type ConfigRow } from './value-text.ts';

interface SettingRowProps {
  row: ConfigRow;
  actions: readonly RowAction[];
  /** a change of this row is being saved */
  busy: boolean;
  onSwitch: (on: boolean) => void;
}

/** One setting: what it is, what it means, what holds now, and what can be done about it. */
export function SettingRow({ row, actions, busy, onSwitch }: SettingRowProps) {
  const can = useCan();
  const { rule } = row;
  const allowed = rule ? allowedText(rule) : '';
  const help = rule?.help ?? row.remark;
  const value = effectiveValue(row);
  const text = valueText(value, row);
  return (
    <li className="setting" data-key={row.configKey}>
      <div className="setting-what">
        <div className="setting-name">
          <b>{row.configName}</b>
          <code>{row.configKey}</code>
          {row.isPublic === '1' && <Tag tone="line">登录可读</Tag>}
          {rule && !isDefault(row) && <Tag tone="accent">{row.status === '0' ? '已禁用，按默认值' : '已修改'}</Tag>}
          {!rule && row.status === '0' && <Tag>已禁用</Tag>}
        </div>
        {help && <p>{help}</p>}
        {allowed && <p className="num">{allowed}</p>}
        {rule?.missing && (
          <p className="setting-missing">
            <ExclamationCircleFilled /> {rule.missing}
          </p>
        )}
      </div>
      <div className="setting-value">
        {row.configType === 'boolean' && row.status === '1' ? (
          <Switch
            checked={isOn(value)}
            loading={busy}
            disabled={!can(api.config.update)}
            aria-label={row.configName}
            onChange={(on) => onSwitch(on)}
          />
        ) : (
          (text ?? <Missing />)
        )}
      </div>
      <RowActions actions={actions} />
    </li>
  );
}
