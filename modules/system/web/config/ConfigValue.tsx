import { Input, Switch } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { isOn, ruleText } from './value-text.ts';
import '../system.css';

interface Props extends FieldProps {
  configKey: string | undefined;
  configType: string | undefined;
}

/** The input of a value as its type wants it; for settings of the platform with what they take. */
export function ConfigValueInput({ configKey, configType, ...props }: Props) {
  const rules = useCall(api.config.rules);
  const rule = rules.data?.find((one) => one.configKey === configKey);
  return (
    <>
      <ValueField {...props} configType={configType} unit={rule?.range?.unit} />
      {rule && <div className="config-rule">{ruleText(rule)}</div>}
    </>
  );
}

function ValueField({ configType, unit, ...props }: FieldProps & { configType: string | undefined; unit: string | undefined }) {
  if (configType === 'boolean') {
    const { value, onChange, ...rest } = props;
    return <Switch size="small" checked={isOn(String(value ?? ''))} onChange={(on) => onChange?.(String(on))} {...rest} />;
  }
  if (configType === 'number') return <Input {...props} suffix={unit} inputMode="decimal" placeholder="请输入" />;
  if (configType === 'secret')
    return <Input.Password {...props} autoComplete="new-password" visibilityToggle={props.value !== '******'} placeholder="请输入" />;
  return <Input.TextArea {...props} autoSize={{ minRows: 1, maxRows: 8 }} placeholder="请输入" />;
}
