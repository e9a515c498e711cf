import { Missing, Tag, type Tone } from '../Tag.tsx';
import { useDict } from './use-dict.ts';

/** code → tone; what is not listed is shown as plain text */
export type Tones = Readonly<Record<string, Tone>>;
const STATUS: Tones = { '1': 'calm', '0': 'idle' };

interface DictTagProps {
  code: string;
  value: string | null | undefined;
  /** tones of the codes; status dictionaries (`…_status`) have them: 1 normal, 0 off */
  tones?: Tones;
}

/** The label of a dictionary code: `<DictTag code="sys_common_status" value={row.status} />`. */
export function DictTag({ code, value, tones = code === 'sys_common_status' ? STATUS : undefined }: DictTagProps) {
  const dict = useDict(code);
  if (value === null || value === undefined || value === '') return <Missing />;
  // a raw code is no label: render nothing until the dictionary is loaded
  if (dict.loading) return null;
  const tone = tones?.[value];
  return tone ? <Tag tone={tone}>{dict.label(value)}</Tag> : <>{dict.label(value)}</>;
}
