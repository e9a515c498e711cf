import { Input } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { rangeText } from '../../core/config-value.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import '../system.css';

export type ConfigRow = RowOf<typeof api.config>;
type Rule = NonNullable<ConfigRow['rule']>;

/** The value of a setting with its unit. */
export function ConfigValue({ row }: { row: Pick<ConfigRow, 'configValue' | 'rule'> }) {
  if (row.configValue === '') return <Missing />;
  const range = row.rule?.range;
  const figure = range && Number.isFinite(Number(row.configValue)) ? Number(row.configValue).toLocaleString('en-US') : row.configValue;
  return <>{range?.unit ? `${figure} ${range.unit}` : figure}</>;
}

/** What a declared setting takes, and what follows from it: `可填 1 到 1,440 分钟，默认 30。超过该时间…` */
function ruleText({ range, defaultValue, help }: Rule): string {
  const allowed = range ? `可填 ${rangeText(range)}${range.decimals > 0 ? `，最多${range.decimals}位小数` : ''}` : '';
  const initial = defaultValue === '' ? '' : `默认 ${defaultValue}`;
  return [[allowed, initial].filter(Boolean).join('，'), help ?? ''].filter(Boolean).join('。');
}

/** The input of a value; for settings of the platform with what they take. */
export function ConfigValueInput({ configKey, ...props }: FieldProps & { configKey: string | undefined }) {
  const rules = useCall(api.config.rules);
  const rule = rules.data?.find((one) => one.configKey === configKey);
  const isNumber = Boolean(rule?.range);
  return (
    <>
      {isNumber ? (
        <Input {...props} suffix={rule?.range?.unit} inputMode="decimal" placeholder="请输入" />
      ) : (
        <Input.TextArea {...props} autoSize={{ minRows: 3, maxRows: 8 }} placeholder="请输入" />
      )}
      {rule && <div className="config-rule">{ruleText(rule)}</div>}
    </>
  );
}
