import { Input, Select } from 'antd';
import type { ParamValue } from '#modules/gate/core/index.ts';
import type { QueryParam } from '../contract/saved-query.ts';
import { asText, asValue, PARAM_TYPES, typeOf, type ParamType } from './param-text.ts';

export type ParamTypes = Readonly<Record<string, ParamType>>;

interface ParamBarProps {
  names: readonly string[];
  /** how a saved query describes them */
  known: readonly QueryParam[];
  values: Readonly<Record<string, ParamValue>>;
  /** types chosen by the user */
  types: ParamTypes;
  onTypes: (types: ParamTypes) => void;
  onChange: (values: Record<string, ParamValue>) => void;
  onRun: () => void;
}

/** A field for every `${name}` of the statement. */
export function ParamBar({ names, known, values, types, onTypes, onChange, onRun }: ParamBarProps) {
  if (names.length === 0) return null;
  const put = (name: string, text: string, type: ParamType) => {
    const next = { ...values };
    const value = asValue(text, type);
    if (value === undefined) delete next[name];
    else next[name] = value;
    onChange(next);
  };
  return (
    <div className="console-params" aria-label="参数">
      {names.map((name) => {
        const described = known.find((one) => one.name === name);
        const type = types[name] ?? described?.type ?? typeOf(values[name]);
        return (
          <label key={`${name}.${type}`}>
            <span title={`\${${name}}`}>{described?.label ?? name}</span>
            <Input
              size="small"
              aria-label={`参数 ${name}`}
              type={type === 'date' ? 'date' : type === 'datetime' ? 'datetime-local' : 'text'}
              inputMode={type === 'number' ? 'decimal' : undefined}
              placeholder={type === 'list' ? '多个值用逗号分隔' : PARAM_TYPES[type]}
              defaultValue={asText(values[name])}
              onChange={(event) => put(name, event.target.value.replace('T', type === 'datetime' ? ' ' : 'T'), type)}
              onPressEnter={onRun}
              status={values[name] === undefined ? 'warning' : undefined}
            />
            <Select
              size="small"
              variant="borderless"
              aria-label={`参数 ${name} 的类型`}
              value={type}
              popupMatchSelectWidth={false}
              onChange={(next) => {
                onTypes({ ...types, [name]: next });
                put(name, asText(values[name]), next);
              }}
              options={Object.entries(PARAM_TYPES).map(([value, label]) => ({ value: value as ParamType, label }))}
            />
          </label>
        );
      })}
    </div>
  );
}

/** Parameter descriptions to save: those of the saved query; for new names the chosen type, or one derived from the value. */
export const describedParams = (
  names: readonly string[],
  known: readonly QueryParam[],
  values: Readonly<Record<string, ParamValue>>,
  types: ParamTypes,
): QueryParam[] =>
  names.map((name) => {
    const described = known.find((one) => one.name === name);
    if (described) return { ...described, type: types[name] ?? described.type };
    const value = values[name];
    return { name, label: null, type: types[name] ?? typeOf(value), defaultValue: value === undefined ? null : asText(value) };
  });
