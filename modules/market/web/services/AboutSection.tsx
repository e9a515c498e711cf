import { Input, InputNumber, Segmented, Select } from 'antd';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { LEVELS } from '#modules/gate/web/parts.ts';
import { Field, statusOf } from '../editor/parts.tsx';
import { RateField } from '../RateField.tsx';
import { withType, type Draft } from './draft.ts';
import type { SectionProps } from './ServiceEditor.tsx';

interface Props extends SectionProps {
  setDraft: (draft: Draft) => void;
  isTyped: boolean;
}
/** 属性: name, kind, limits. */
export function AboutSection({ draft, problems, change, setDraft, isTyped }: Props) {
  const types = useDict('data_service_type');
  return (
    <div className="market-fields">
      <Field id="service-name" label="服务名称" isRequired problem={problems.get('serviceName')}>
        <Input
          id="service-name"
          maxLength={100}
          status={statusOf(problems.get('serviceName'))}
          value={draft.serviceName}
          onChange={(event) => change({ serviceName: event.target.value })}
          placeholder="例如 企业信用查询"
        />
      </Field>
      <Field id="service-type" label="服务类型" hint={isTyped ? '保存后不能改变' : undefined}>
        <Segmented<Draft['serviceType']>
          id="service-type"
          aria-label="服务类型"
          disabled={!isTyped}
          value={draft.serviceType}
          options={types.items.map(({ itemText, itemValue }) => ({ value: itemText as Draft['serviceType'], label: itemValue }))}
          onChange={(type) => setDraft(withType(draft, type))}
        />
      </Field>
      <Field id="service-level" label="数据级别" problem={problems.get('level')} hint="返回内容的级别，显示在 API 市场，审批订阅时按它判断">
        <Select
          id="service-level"
          allowClear
          placeholder="未登记"
          value={draft.level}
          options={LEVELS}
          onChange={(level?: string) => change({ level: (level ?? null) as Draft['level'] })}
        />
      </Field>
      <Limits draft={draft} problems={problems} change={change} />
      <Field id="service-deny" label="IP黑名单" problem={problems.get('deny')} hint="多个地址或网段用逗号分隔，来自这些地址的调用被拒绝">
        <Input
          id="service-deny"
          className="mono"
          status={statusOf(problems.get('deny'))}
          value={draft.deny ?? ''}
          onChange={(event) => change({ deny: event.target.value || null })}
        />
      </Field>
      <Field id="service-remark" label="备注" wide problem={problems.get('remark')}>
        <Input.TextArea
          id="service-remark"
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={draft.remark ?? ''}
          onChange={(event) => change({ remark: event.target.value || null })}
        />
      </Field>
    </div>
  );
}

const SECOND = 1000;
const KB = 1024;
const MAX_KB = 4882;
function Limits({ draft, problems, change }: Pick<SectionProps, 'draft' | 'problems' | 'change'>) {
  const isOnce = draft.serviceType !== '1' || draft.httpService?.httpMethod === 'POST';
  return (
    <>
      <Field
        id="service-timeout"
        label="超时与重试"
        hint={isOnce ? '这种调用可能改变数据，失败后不重试' : '失败或繁忙时重试，总时间不超过超时'}
      >
        <div className="market-inline">
          <InputNumber
            id="service-timeout"
            min={1}
            max={60}
            precision={0}
            suffix="秒"
            value={Math.round(draft.timeoutMs / SECOND)}
            onChange={(seconds) => change({ timeoutMs: (seconds ?? 10) * SECOND })}
          />
          {!isOnce && (
            <InputNumber
              aria-label="重试次数"
              min={0}
              max={3}
              precision={0}
              suffix="次重试"
              value={draft.retries}
              onChange={(retries) => change({ retries: retries ?? 0 })}
            />
          )}
        </div>
      </Field>
      <Field id="service-size" label="返回大小上限" hint="更大的返回被拒绝">
        <InputNumber
          id="service-size"
          min={1}
          max={MAX_KB}
          precision={0}
          suffix="KB"
          value={Math.round(draft.maxBytes / KB)}
          onChange={(size) => change({ maxBytes: (size ?? 1) * KB })}
        />
      </Field>
      <RateField
        id="service-limit"
        value={draft.rateLimit}
        problems={problems}
        hint="按应用计算，超过后返回 429"
        onChange={(rateLimit) => change({ rateLimit })}
      />
    </>
  );
}
