import { Missing } from '../Tag.tsx';
import './parts.css';

interface DeltaProps {
  /** change against the comparison value; null = nothing to compare with */
  value: number | null | undefined;
  /** `%` of the former value, `点` between two percentages, or the unit of the figure */
  unit?: string;
  /** the favourable direction; decides the colour */
  goodWhen?: 'up' | 'down' | 'none';
  /** 同比, 环比, 较昨日 */
  label?: string;
  digits?: number;
}

const LANGUAGE = 'en-US';

/** A change with an arrow, coloured by the favourable direction; zero reads 持平. */
export function Delta({ value, unit = '%', goodWhen = 'up', label, digits = 1 }: DeltaProps) {
  if (value === null || value === undefined) return <Missing />;
  const size = Math.abs(value).toLocaleString(LANGUAGE, { maximumFractionDigits: digits });
  // a change that rounds to zero is none
  if (Number(size) === 0) return <span className="delta">持平{label && <small>{label}</small>}</span>;
  const way = value > 0 ? 'up' : 'down';
  const tone = goodWhen === 'none' ? '' : way === goodWhen ? ' good' : ' poor';
  return (
    <span className={`delta${tone}`}>
      <span aria-label={way === 'up' ? '上升' : '下降'} role="img">
        {way === 'up' ? '↑' : '↓'}
      </span>
      {size}
      {unit && (unit === '%' ? unit : ` ${unit}`)}
      {label && <small>{label}</small>}
    </span>
  );
}
