import { Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { Field, statusOf } from '../editor/parts.tsx';
import { api } from './api.ts';

interface Props {
  value: string | null;
  problem: string | undefined;
  onChange: (id: string) => void;
}
/** 外部地址: only registered hosts that are open to services. */
export function HostField({ value, problem, onChange }: Props) {
  const hosts = useCall(api.service.hosts);
  return (
    <Field id="service-host" label="外部地址" isRequired problem={problem} hint="在系统管理的外部地址中登记，并打开“允许流程与服务调用”">
      <Select
        id="service-host"
        showSearch={{ optionFilterProp: 'label' }}
        status={statusOf(problem)}
        placeholder="请选择外部地址"
        loading={hosts.isPending && !hosts.error}
        notFoundContent={hosts.error?.message ?? '没有允许服务调用的外部地址'}
        value={value}
        options={hosts.data?.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChange}
      />
    </Field>
  );
}
