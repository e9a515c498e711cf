import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { DayInput } from '#kit/web/form/dates.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';

interface Line {
  qualName?: string | null;
  qualLevel?: string | null;
  qualNo?: string | null;
  qualValidTo?: string | null;
}
const MAX = 50;

/** 资质 as rows that are edited in place. */
export function Qualifications({ id, value, onChange, disabled }: Omit<FieldProps, 'value'> & { value?: readonly Line[] | null }) {
  const lines = value ?? [];
  const change = (at: number, part: Line) => onChange?.(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    <div id={id} className="supplier-quals">
      {lines.length > 0 && (
        <div className="supplier-qual head" aria-hidden="true">
          <span>资质名称</span>
          <span>等级</span>
          <span>证书编号</span>
          <span>有效期至</span>
        </div>
      )}
      {lines.map((line, at) => (
        // rows have no id of their own, and what is typed lives in the value
        // oxlint-disable-next-line no-array-index-key
        <div key={at} className="supplier-qual">
          <Input
            aria-label={`资质名称 ${at + 1}`}
            value={line.qualName ?? ''}
            maxLength={100}
            disabled={disabled}
            placeholder="例如 建筑工程施工总承包"
            onChange={(event) => change(at, { qualName: event.target.value })}
          />
          <Input
            aria-label={`资质等级 ${at + 1}`}
            value={line.qualLevel ?? ''}
            maxLength={50}
            disabled={disabled}
            placeholder="一级"
            onChange={(event) => change(at, { qualLevel: event.target.value })}
          />
          <Input
            aria-label={`证书编号 ${at + 1}`}
            value={line.qualNo ?? ''}
            maxLength={100}
            disabled={disabled}
            onChange={(event) => change(at, { qualNo: event.target.value })}
          />
          <DayInput value={line.qualValidTo} disabled={disabled} onChange={(day) => change(at, { qualValidTo: day as string | null })} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`移除第 ${at + 1} 条资质`}
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
        onClick={() => onChange?.([...lines, { qualName: '' }])}
      >
        添加资质
      </Button>
    </div>
  );
}
