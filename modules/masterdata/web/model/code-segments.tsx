import { numberingParts, type NumberingPart } from '#kit/core/text/numbering.ts';

/** What dates are called, by the year, month and day that stand in them. */
const DATES: Readonly<Record<string, string>> = { y: '年', yM: '年月', yMd: '年月日', M: '月', d: '日', Md: '月日', yd: '年日' };

interface Segment {
  readonly title: string;
  readonly text: string;
}
function segmentOf(part: NumberingPart): Segment {
  if (part.kind === 'text') return { title: '固定', text: part.text };
  if (part.kind === 'number') return { title: '流水', text: `${part.digits} 位` };
  if (part.kind === 'unknown') return { title: '不能识别', text: part.text };
  return { title: DATES[[...new Set(part.format)].join('')] ?? '日期', text: part.format };
}
/** The parts of a code rule: `KH{yyyy}-{0001}` is 固定 KH, 年 yyyy, 固定 -, 流水 4 位. */
export const segmentsOf = (pattern: string): Segment[] => numberingParts(pattern).map(segmentOf);

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
