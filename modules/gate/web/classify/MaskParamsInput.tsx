import { Input, InputNumber, Select } from 'antd';
import { useDeferredValue, useEffect, useState } from 'react';
import type { MaskAlgorithm, MaskParams } from '#kit/core/mask/algorithms.ts';
import type { FieldProps } from '#kit/web/form/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { PARAM_FIELDS, sampleFor, type ParamField } from './mask-params.ts';

type How = { readonly algorithm: MaskAlgorithm; readonly params: MaskParams };

/** The parameters that the algorithm has, what a sample becomes, and what the values of a column become. */
export function MaskParamsInput({ value, onChange, disabled, algorithm }: FieldProps & { algorithm: MaskAlgorithm }) {
  const params = (value ?? {}) as MaskParams;
  const fields = PARAM_FIELDS[algorithm] ?? [];
  const set = (field: keyof MaskParams, next: unknown) => onChange?.({ ...params, [field]: next ?? undefined });
  return (
    <div className="mask-params">
      {fields.length > 0 && (
        <div className="mask-line">
          {fields.map((field) => (
            <label key={field.field}>
              {field.label}
              <ParamInput field={field} value={params[field.field]} disabled={disabled} onChange={(next) => set(field.field, next)} />
            </label>
          ))}
        </div>
      )}
      <Preview algorithm={algorithm} params={params} />
      {!disabled && <Comparison algorithm={algorithm} params={params} />}
    </div>
  );
}

interface ParamInputProps {
  field: ParamField;
  value: unknown;
  disabled: boolean | undefined;
  onChange: (next: unknown) => void;
}
function ParamInput({ field, value, disabled, onChange }: ParamInputProps) {
  if (field.options)
    return (
      <Select
        disabled={disabled}
        placeholder="请选择"
        value={value as string | undefined}
        onChange={onChange}
        options={[...field.options]}
      />
    );
  if (field.least !== undefined)
    return <InputNumber min={field.least} disabled={disabled} value={value as number | undefined} onChange={onChange} />;
  return (
    <Input
      className="mono"
      disabled={disabled}
      placeholder={field.placeholder}
      value={(value as string | undefined) ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const DELAY_MS = 300;

/** What a typed value becomes. */
function Preview({ algorithm, params }: How) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState<{ text: string; isProblem: boolean; isSample: boolean } | null>(null);
  const value = typed ?? sampleFor(algorithm, params);
  const key = JSON.stringify({ algorithm, params, value });
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      const body = JSON.parse(key) as How & { value: string };
      api.maskRule.preview({ body }, { quiet: true, overlay: false }).then(
        (reply) => !isOld && setShown({ text: reply.value ?? '（空）', isProblem: false, isSample: reply.isSample }),
        (error: Error) => !isOld && setShown({ text: error.message, isProblem: true, isSample: false }),
      );
    }, DELAY_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <div className="mask-preview">
      <Input aria-label="示例值" maxLength={1000} value={value} onChange={(event) => setTyped(event.target.value)} />
      <span aria-hidden>→</span>
      <output className={shown?.isProblem ? 'problem' : 'mono'}>{shown?.text ?? '…'}</output>
      {shown?.isSample && <small>试算使用示例密钥，真实数据的结果与此不同</small>}
    </div>
  );
}

/** The values of a column before and after, for who sees them in the clear. */
function Comparison({ algorithm, params }: How) {
  const [typed, setTyped] = useState('');
  const [columnId, setColumnId] = useState<string | null>(null);
  const columnName = useDeferredValue(typed.trim());
  const columns = useCall(api.maskRule.sampleColumns, { query: columnName === '' ? {} : { columnName } }, { keepPrevious: true });
  return (
    <div className="mask-compare">
      <label>
        用真实字段对比（只列出您能查看明文的字段，取前20行）
        <Select
          allowClear
          aria-label="对比字段"
          placeholder="搜索表名、字段名"
          value={columnId}
          loading={columns.isFetching}
          notFoundContent={columns.isFetching ? '正在搜索…' : '没有您能查看明文的字段'}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          onChange={(next: string | undefined) => setColumnId(next ?? null)}
          options={(columns.data ?? []).map((row) => ({
            value: row.id,
            label: `${row.tableName}.${row.columnName}${row.level ? `（${row.level}）` : ''} · ${row.sourceName}`,
          }))}
        />
      </label>
      {columnId !== null && <Compared columnId={columnId} algorithm={algorithm} params={params} />}
    </div>
  );
}

function Compared({ columnId, algorithm, params }: How & { columnId: string }) {
  const [answer, setAnswer] = useState<{ rows: readonly { before: string | null; after: string | null }[] } | { problem: string } | null>(
    null,
  );
  const key = JSON.stringify({ columnId, algorithm, params });
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      const body = JSON.parse(key) as How & { columnId: string };
      api.maskRule.compare({ body }, { quiet: true, overlay: false }).then(
        (reply) => !isOld && setAnswer(reply),
        (error: Error) => !isOld && setAnswer({ problem: error.message }),
      );
    }, DELAY_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [key]);
  if (answer === null) return <p className="muted">正在读取…</p>;
  if ('problem' in answer) return <p className="mask-problem">{answer.problem}</p>;
  if (answer.rows.length === 0) return <p className="muted">这个字段没有数据</p>;
  return (
    <table className="mask-rows mono">
      <thead>
        <tr>
          <th>脱敏前</th>
          <th>脱敏后</th>
        </tr>
      </thead>
      <tbody>
        {answer.rows.map((row, i) => (
          <tr key={i}>
            <td>{row.before ?? <Missing />}</td>
            <td>{row.after ?? <Missing />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
