import { Button, Select } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

export interface GivenRule {
  fieldName: string;
  maskRuleId?: string | null;
}
interface Props {
  apiId: string | null;
  value: readonly GivenRule[];
  onChange: (rules: GivenRule[]) => void;
}
type Preview = CallReply<typeof api.apiMask.preview>;

/** For each field of an API a rule that shows no more than it does now, and what the rules make of twenty rows. */
export function RulesInput({ apiId, value, onChange }: Props) {
  const answer = useCall(api.apiMask.fields, { params: { apiId: apiId ?? '' } }, { enabled: apiId !== null });
  if (apiId === null) return <p className="muted">请先选择数据API</p>;
  if (answer.isError) return <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={4} />;
  const { fields, rules } = answer.data;
  const chosen = new Map(value.map((rule) => [rule.fieldName, rule.maskRuleId ?? null]));
  const choose = (fieldName: string, maskRuleId: string | undefined) => {
    const others = value
      .filter((rule) => rule.fieldName !== fieldName)
      .map(({ fieldName: name, maskRuleId: id }) => ({ fieldName: name, maskRuleId: id ?? null }));
    onChange(maskRuleId === undefined ? others : [...others, { fieldName, maskRuleId }]);
  };
  return (
    <div className="market-docs">
      <table className="market-table">
        <thead>
          <tr>
            <th scope="col">返回字段</th>
            <th scope="col">现有脱敏</th>
            <th scope="col">加严为</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.fieldName}>
              <td>
                <span className="mono">{field.fieldName}</span>{' '}
                {field.fieldComment && <small className="muted">{field.fieldComment}</small>}
              </td>
              <td>{field.shown ?? <Missing />}</td>
              <td>
                {field.isTraced ? (
                  <Select
                    allowClear
                    size="small"
                    style={{ width: '100%' }}
                    aria-label={`${field.fieldName} 加严为`}
                    placeholder="不加严"
                    value={chosen.get(field.fieldName) ?? undefined}
                    onChange={(id: string | undefined) => choose(field.fieldName, id)}
                    options={rules
                      .filter(({ id }) => field.allowed.includes(id))
                      .map(({ id, ruleName }) => ({ value: id, label: ruleName }))}
                  />
                ) : (
                  <span className="muted">不是由表的字段得来</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <PreviewOf apiId={apiId} rules={value} />
    </div>
  );
}

function PreviewOf({ apiId, rules }: { apiId: string; rules: readonly GivenRule[] }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const look = useWrite(api.apiMask.preview, { overlay: false, onSuccess: setPreview });
  return (
    <>
      <div className="market-inline">
        <Button
          size="small"
          disabled={rules.length === 0}
          loading={look.isPending}
          onClick={() => look.mutate({ body: { apiId, rules: [...rules], params: {} } })}
        >
          预览20行
        </Button>
        <span className="muted">脱敏前是调用方现在得到的内容</span>
      </div>
      {preview && <PreviewTable preview={preview} />}
    </>
  );
}

const PreviewTable = ({ preview: { fields, rows } }: { preview: Preview }) => (
  <div style={{ overflowX: 'auto' }}>
    <table className="market-table" aria-label="脱敏预览">
      <thead>
        <tr>
          {fields.flatMap((name) => [
            <th scope="col" key={`${name} before`}>
              {name}
            </th>,
            <th scope="col" key={`${name} after`}>
              加严后
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ before, after }, i) => (
          <tr key={i}>
            {fields.flatMap((name, at) => [
              <td className="mono muted" key={`${name} before`}>
                {before[at] ?? <Missing />}
              </td>,
              <td className="mono" key={`${name} after`}>
                {after[at] ?? <Missing />}
              </td>,
            ])}
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length === 0 && <p className="muted">没有数据</p>}
  </div>
);
