const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^0*1$/, '流水'],
  [/^y+$/, '年'],
  [/^y+M+$/, '年月'],
  [/^y+M+d+$/, '年月日'],
  [/^M+$/, '月'],
  [/^d+$/, '日'],
  [/^M+d+$/, '月日'],
];

interface Segment {
  readonly title: string;
  readonly text: string;
}
/** The parts of a code rule: `KH{yyyy}-{0001}` is 固定 KH, 年 yyyy, 固定 -, 流水 4 位. */
export function segmentsOf(pattern: string): Segment[] {
  return (pattern.match(/\{[^{}]*\}|[^{}]+/g) ?? []).map((part) => {
    if (!part.startsWith('{')) return { title: '固定', text: part };
    const inner = part.slice(1, -1);
    const title = NAMES.find(([form]) => form.test(inner))?.[1] ?? '不能识别';
    return { title, text: title === '流水' ? `${inner.length} 位` : inner };
  });
}

export function CodeSegments({ pattern }: { pattern: string }) {
  return (
    <span className="md-segments" role="img" aria-label={`编码规则 ${pattern}`}>
      {segmentsOf(pattern).map(({ title, text }, at) => (
        <span key={at}>
          <small>{title}</small>
          <b className="mono">{text}</b>
        </span>
      ))}
    </span>
  );
}
