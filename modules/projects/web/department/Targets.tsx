import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { day } from '#kit/web/format.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { AMOUNTS } from './labels.ts';

interface Line {
  year?: number | null;
  contract?: string | null;
  output?: string | null;
  receipt?: string | null;
  profit?: string | null;
}
const MAX = 50;

/** 年度指标 as rows that are edited in place, in 万元. */
export function Targets({ id, value, onChange, disabled }: FieldProps & { value?: Line[] | null }) {
  const lines: readonly Line[] = value ?? [];
  const change = (at: number, part: Line) => onChange?.(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const thisYear = Number((day(serverNow()) ?? '').slice(0, 4));
  const next = lines.length === 0 ? thisYear : Math.max(...lines.map((line) => line.year ?? 0)) + 1;
  return (
    <div id={id} className="targets">
      {lines.length > 0 && (
        <div className="target-line head" aria-hidden="true">
          <span>年度</span>
          {AMOUNTS.map(({ field, label }) => (
            <span key={field}>{label}（万元）</span>
          ))}
        </div>
      )}
      {lines.map((line, at) => (
        // rows have no id of their own, and what is typed lives in the value
        // oxlint-disable-next-line no-array-index-key
        <div key={at} className="target-line">
          <InputNumber
            aria-label={`第 ${at + 1} 行年度`}
            value={line.year}
            controls={false}
            disabled={disabled}
            onChange={(year) => change(at, { year })}
          />
          {AMOUNTS.map(({ field, label }) => (
            <Input
              key={field}
              aria-label={`${line.year ?? at + 1} 年${label}指标`}
              value={line[field] ?? ''}
              disabled={disabled}
              onChange={(event) => change(at, { [field]: event.target.value })}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`移除第 ${at + 1} 行`}
            disabled={disabled}
            onClick={() => onChange?.(lines.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={disabled === true || lines.length >= MAX}
        onClick={() => onChange?.([...lines, { year: next }])}
      >
        添加年度
      </Button>
    </div>
  );
}
