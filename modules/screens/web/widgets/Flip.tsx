import type { CSSProperties } from 'react';
import { colorOf } from '../stage/themes.ts';
import { Digits } from './parts.tsx';
import { num, partsOf, str, valueOf } from './read.ts';
import type { DataProps } from './types.ts';

/** `1234` with at least six places → `001234`; the sign stays in front. */
export function padded(digits: string, least: number): string {
  const match = /^(-?)([\d,]*)(.*)$/.exec(digits);
  if (!match?.[2]) return digits;
  const [, sign = '', whole = '', rest = ''] = match;
  const missing = least - whole.replaceAll(',', '').length;
  return missing > 0 ? `${sign}${'0'.repeat(missing)}${whole.replaceAll(',', '')}${rest}` : digits;
}

/** A large figure on cards or bare, whose digits roll to the next value. */
export function Flip({ props, table, onRow }: DataProps) {
  const [column] = table.measures;
  const row = table.rows.at(-1);
  const { digits, unit } = partsOf(valueOf(row, column), column, { unit: str(props, 'unit'), digits: num(props, 'digits') });
  const size = num(props, 'size');
  const style = { '--k': colorOf(props.color, 'text'), fontSize: size } as CSSProperties;
  return (
    <div className="sw-flip" data-look={str(props, 'look')} style={style} onClick={onRow && row ? () => onRow(row) : undefined}>
      {str(props, 'label') && <em>{str(props, 'label')}</em>}
      <Digits text={padded(digits, num(props, 'least'))} ms={num(props, 'ms')} />
      {unit && <small style={{ fontSize: Math.max(16, size / 3) }}>{unit}</small>}
    </div>
  );
}
