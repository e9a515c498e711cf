import { Input, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { callPath } from '../../core/address.ts';
import { RateField } from '../RateField.tsx';
import type { Change, Draft, Problems } from './draft.ts';
import { Field, statusOf } from './parts.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: Change;
}
/** 属性: name, address, limits. */
export function AboutStep({ draft, problems, change }: Props) {
  const of = { draft, problems, change };
  return (
    <div className="market-fields">
      <TextField {...of} name="apiName" id="api-name" label="API名称" isRequired most={100} placeholder="例如 客户查询" />
      <TextField
        {...of}
        name="apiVersion"
        id="api-version"
        label="API版本"
        isRequired
        isMono
        most={20}
        placeholder="v1.0.0"
        hint="同一路径的各版本并存，互不影响"
      />
      <TextField
        {...of}
        name="apiUrl"
        id="api-url"
        label="API路径"
        isRequired
        isMono
        most={255}
        placeholder="/customer/query"
        hint={<AddressHint draft={draft} />}
      />
      <Field id="api-method" label="请求方式" problem={problems.get('reqMethod')} hint="返回格式为 JSON">
        <Segmented<'GET' | 'POST'>
          id="api-method"
          aria-label="请求方式"
          value={draft.reqMethod}
          options={['GET', 'POST']}
          onChange={(reqMethod) => change({ reqMethod })}
        />
      </Field>
      <RateField
        id="api-limit"
        value={draft.rateLimit}
        problems={problems}
        hint="按应用合并计算，超过后返回 429"
        onChange={(rateLimit) => change({ rateLimit })}
      />
      <TextField
        {...of}
        name="deny"
        id="api-deny"
        label="IP黑名单"
        isMono
        most={2000}
        placeholder="10.1.2.3,10.1.2.4"
        hint="多个地址用逗号分隔，来自这些地址的调用被拒绝"
      />
      <TextField {...of} name="remark" id="api-remark" label="备注" isLong most={500} hint="写入接口文档，说明这个API给谁用、口径是什么" />
    </div>
  );
}

interface TextProps extends Props {
  name: 'apiName' | 'apiVersion' | 'apiUrl' | 'deny' | 'remark';
  id: string;
  label: string;
  most: number;
  hint?: ReactNode;
  placeholder?: string;
  isRequired?: boolean;
  /** an identifier or an address */
  isMono?: boolean;
  /** several lines */
  isLong?: boolean;
}
/** A field of text; one that may be left out is null when it is empty. */
function TextField({ draft, problems, change, name, id, label, most, hint, placeholder, isRequired = false, isMono, isLong }: TextProps) {
  const problem = problems.get(name);
  const shared = {
    id,
    maxLength: most,
    status: statusOf(problem),
    value: draft[name] ?? '',
    placeholder,
    onChange: (event: { target: { value: string } }) => change({ [name]: isRequired ? event.target.value : event.target.value || null }),
  };
  return (
    <Field id={id} label={label} isRequired={isRequired} wide={isLong === true} problem={problem} hint={hint}>
      {isLong ? (
        <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 5 }} />
      ) : (
        <Input {...shared} className={isMono ? 'mono' : ''} />
      )}
    </Field>
  );
}

const AddressHint = ({ draft }: { draft: Draft }) => <span className="mono">{callPath(draft)}</span>;
