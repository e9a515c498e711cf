import { Input, InputNumber, Select } from 'antd';
import { useEffect, useState } from 'react';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { ALGORITHM_LABELS } from '../../contract/mask-rule.ts';
import type { Algorithm, MaskParams } from '../../core/mask.ts';
import { api } from '../api.ts';
import './classify.css';

const algorithms = Object.entries(ALGORITHM_LABELS).map(([value, label]) => ({ value, label }));

/** The parameters of a rule in one line: 前3后4. */
function paramsText(algorithm: Algorithm, params: MaskParams): string | null {
  if (algorithm === 'keep') return `前${params.head ?? 0}位，后${params.tail ?? 0}位`;
  if (algorithm === 'date') return params.unit === 'month' ? '保留到月' : '保留到年';
  if (algorithm === 'round') return `按 ${params.step} 取整`;
  if (algorithm === 'pattern') return params.pattern ?? null;
  return null;
}

export default defineEntityPage({
  title: '脱敏规则',
  api: api.maskRule,
  nameField: 'ruleName',
  search: [
    { field: 'ruleName', label: '规则名称' },
    { field: 'algorithm', label: '算法', options: algorithms },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'ruleName', title: '规则名称', width: 180, sort: true },
    { field: 'ruleCode', title: '规则编码', kind: 'mono', width: 150 },
    { field: 'algorithm', title: '算法', width: 110, render: (row) => <Tag tone="line">{ALGORITHM_LABELS[row.algorithm]}</Tag> },
    { field: 'params', title: '参数', width: 150, render: (row) => paramsText(row.algorithm, row.params) ?? <Missing /> },
    { field: 'isBuiltin', title: '来源', width: 90, render: (row) => (row.isBuiltin === '1' ? '内置' : '自定义') },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'remark', title: '备注' },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
  form: [
    { field: 'ruleName', label: '规则名称' },
    { field: 'ruleCode', label: '规则编码', placeholder: '例如 keep_3_4', fixedOnEdit: true },
    { field: 'algorithm', label: '算法', options: algorithms, initial: 'keep' },
    { field: 'status', label: '状态', widget: 'switch', initial: '1' },
    {
      field: 'params',
      label: '参数与试算',
      wide: true,
      initial: { head: 3, tail: 4 },
      render: (props, values) => <ParamsInput {...props} algorithm={(values.algorithm ?? 'keep') as Algorithm} />,
    },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ],
});

/** The parameters that the algorithm has, and what a sample becomes. */
function ParamsInput({ value, onChange, disabled, algorithm }: FieldProps & { algorithm: Algorithm }) {
  const params = (value ?? {}) as MaskParams;
  const set = (change: Partial<MaskParams>) => onChange?.({ ...params, ...change });
  const number = (field: 'head' | 'tail' | 'step', label: string) => (
    <label>
      {label}
      <InputNumber
        min={field === 'step' ? 1 : 0}
        disabled={disabled}
        value={params[field]}
        onChange={(next) => set({ [field]: next ?? undefined })}
      />
    </label>
  );
  return (
    <div className="mask-params">
      {algorithm === 'keep' && (
        <div className="mask-line">
          {number('head', '前保留位数')}
          {number('tail', '后保留位数')}
        </div>
      )}
      {algorithm === 'round' && <div className="mask-line">{number('step', '取整单位')}</div>}
      {algorithm === 'date' && (
        <div className="mask-line">
          <label>
            日期精度
            <Select
              disabled={disabled}
              placeholder="请选择"
              value={params.unit}
              onChange={(unit: 'month' | 'year') => set({ unit })}
              options={[
                { value: 'year', label: '保留到年' },
                { value: 'month', label: '保留到月' },
              ]}
            />
          </label>
        </div>
      )}
      {algorithm === 'pattern' && (
        <div className="mask-line">
          <label>
            遮盖样式（# 保留，* 遮盖）
            <Input
              className="mono"
              disabled={disabled}
              placeholder="例如 ###****####"
              value={params.pattern ?? ''}
              onChange={(event) => set({ pattern: event.target.value })}
            />
          </label>
        </div>
      )}
      <Preview algorithm={algorithm} params={params} />
    </div>
  );
}

const SAMPLES: Record<Algorithm, string> = {
  keep: '13812345678',
  full: '13812345678',
  hash: '13812345678',
  empty: '13812345678',
  date: '1990-05-06',
  round: '12345.67',
  pattern: '13812345678',
  email: 'zhangsan@example.com',
  name: '欧阳娜娜',
};
const DELAY_MS = 300;

function Preview({ algorithm, params }: { algorithm: Algorithm; params: MaskParams }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState<{ text: string; isProblem: boolean } | null>(null);
  const value = typed ?? SAMPLES[algorithm];
  const key = JSON.stringify({ algorithm, params, value });
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      const body = JSON.parse(key) as { algorithm: Algorithm; params: MaskParams; value: string };
      api.maskRule.preview({ body }, { quiet: true, overlay: false }).then(
        (reply) => !isOld && setShown({ text: reply.value ?? '（空）', isProblem: false }),
        (error: Error) => !isOld && setShown({ text: error.message, isProblem: true }),
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
    </div>
  );
}
