import { Select } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const useTypes = () => useCall(api.business.types, {}).data ?? [];

/** Name of a kind of record; its code when its module is gone. */
export const TypeName = ({ code }: { code: string }) => useTypes().find((type) => type.code === code)?.name ?? code;

/** 业务类型: what kind of record is approved, with the fields that conditions, people and templates may use. */
export function TypeSelect(props: FieldProps) {
  const types = useTypes();
  const chosen = types.find(({ code }) => code === props.value);
  return (
    <>
      <Select
        {...props}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="审批哪一类单据"
        options={types.map(({ code, name, businessCode }) => ({
          value: code,
          label: businessCode === null ? name : `${name}（${businessCode}）`,
        }))}
      />
      {chosen && (
        <div className="type-fields">
          单据字段：
          {chosen.fields.map(({ name, label }) => (
            <span key={name}>
              {label} <code className="mono">{name}</code>
            </span>
          ))}
        </div>
      )}
    </>
  );
}

/** 无可用流程时: a type that must be approved has no choice. */
export function IdleRuleSelect({ type, ...props }: FieldProps & { type: string | undefined }) {
  const without = useTypes().find(({ code }) => code === type)?.withoutApproval ?? null;
  const options = [{ value: 'refuse', label: '不允许提交' }, ...(without === null ? [] : [{ value: 'pass', label: without }])];
  return <Select {...props} disabled={props.disabled === true || without === null} options={options} />;
}
