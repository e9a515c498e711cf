import { Input, InputNumber, Segmented, Switch } from 'antd';
import { callPath } from '../../core/address.ts';
import type { Draft, Problems } from './draft.ts';
import { Field, statusOf } from './parts.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: (some: Partial<Draft>) => void;
}
/** 属性: name, address, limits. */
export function AboutStep({ draft, problems, change }: Props) {
  return (
    <div className="market-fields">
      <Names draft={draft} problems={problems} change={change} />
      <Field id="api-method" label="请求方式" problem={problems.get('reqMethod')} hint="返回格式为 JSON">
        <Segmented<'GET' | 'POST'>
          id="api-method"
          aria-label="请求方式"
          value={draft.reqMethod}
          options={['GET', 'POST']}
          onChange={(reqMethod) => change({ reqMethod })}
        />
      </Field>
      <RateField draft={draft} problems={problems} change={change} />
      <Field id="api-deny" label="IP黑名单" problem={problems.get('deny')} hint="多个地址用逗号分隔，来自这些地址的调用被拒绝">
        <Input
          id="api-deny"
          className="mono"
          status={statusOf(problems.get('deny'))}
          value={draft.deny ?? ''}
          onChange={(event) => change({ deny: event.target.value || null })}
          placeholder="10.1.2.3,10.1.2.4"
        />
      </Field>
      <Field id="api-remark" label="备注" wide problem={problems.get('remark')} hint="写入接口文档，说明这个API给谁用、口径是什么">
        <Input.TextArea
          id="api-remark"
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={draft.remark ?? ''}
          onChange={(event) => change({ remark: event.target.value || null })}
        />
      </Field>
    </div>
  );
}

/** What it is called, and where. */
const Names = ({ draft, problems, change }: Props) => (
  <>
    <Field id="api-name" label="API名称" isRequired problem={problems.get('apiName')}>
      <Input
        id="api-name"
        maxLength={100}
        status={statusOf(problems.get('apiName'))}
        value={draft.apiName}
        onChange={(event) => change({ apiName: event.target.value })}
        placeholder="例如 客户查询"
      />
    </Field>
    <Field id="api-version" label="API版本" isRequired problem={problems.get('apiVersion')} hint="同一路径的各版本并存，互不影响">
      <Input
        id="api-version"
        className="mono"
        maxLength={20}
        status={statusOf(problems.get('apiVersion'))}
        value={draft.apiVersion}
        onChange={(event) => change({ apiVersion: event.target.value })}
        placeholder="v1.0.0"
      />
    </Field>
    <Field id="api-url" label="API路径" isRequired problem={problems.get('apiUrl')} hint={<AddressHint draft={draft} />}>
      <Input
        id="api-url"
        className="mono"
        maxLength={255}
        status={statusOf(problems.get('apiUrl'))}
        value={draft.apiUrl}
        onChange={(event) => change({ apiUrl: event.target.value })}
        placeholder="/customer/query"
      />
    </Field>
  </>
);

const AddressHint = ({ draft }: { draft: Draft }) => <span className="mono">{callPath(draft)}</span>;

function RateField({ draft: { rateLimit }, problems, change }: Props) {
  const set = (some: Partial<Draft['rateLimit']>) => change({ rateLimit: { ...rateLimit, ...some } });
  const problem = problems.get('rateLimit.times') ?? problems.get('rateLimit.seconds');
  return (
    <Field id="api-limit" label="限流" problem={problem} hint="按应用合并计算，超过后返回 429">
      <div className="market-inline">
        <Switch id="api-limit" checked={rateLimit.enable === '1'} onChange={(on) => set({ enable: on ? '1' : '0' })} />
        {rateLimit.enable === '1' ? (
          <>
            <span>每</span>
            <InputNumber
              aria-label="限流秒数"
              precision={0}
              min={1}
              value={rateLimit.seconds}
              onChange={(seconds) => set({ seconds: seconds ?? 60 })}
            />
            <span>秒最多</span>
            <InputNumber
              aria-label="限流次数"
              precision={0}
              min={1}
              value={rateLimit.times}
              onChange={(times) => set({ times: times ?? 1 })}
            />
            <span>次</span>
          </>
        ) : (
          <span className="muted">不限流</span>
        )}
      </div>
    </Field>
  );
}
