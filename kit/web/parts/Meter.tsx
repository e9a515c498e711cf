import './parts.css';

interface MeterProps {
  /** 落标率, 完成: what the bar measures, for those who do not see it */
  label: string;
  /** percent, 0–100 and above */
  value: number | null;
  /** percent where the tick stands */
  target?: number;
  /** percent of the plan that should be reached by today (序时): below it amber, below nine tenths of it red */
  pace?: number;
  /** the number beside the bar */
  isTold?: boolean;
}

const NEAR_PACE = 0.9;

/** Colour of a bar by its pace; without one it is neutral, because only a plan can judge it. */
export const paceTone = (value: number, pace: number | undefined): 'good' | 'near' | 'poor' | 'plain' => {
  if (pace === undefined) return 'plain';
  if (value >= pace) return 'good';
  return value < pace * NEAR_PACE ? 'poor' : 'near';
};

const inside = (percent: number): number => Math.min(100, Math.max(0, percent));

/** How much of something is reached: a bar of 4 px with a tick at its target. */
export function Meter({ label, value, target, pace, isTold = true }: MeterProps) {
  const text = value === null ? '—' : `${value.toFixed(1)}%`;
  return (
    <span className="meter-part">
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={inside(value ?? 0)}
        aria-valuetext={value === null ? '没有数据' : target === undefined ? text : `${text}，目标 ${target}%`}
        className={`meter-track ${paceTone(value ?? 0, value === null ? undefined : pace)}`}
      >
        <b style={{ width: `${inside(value ?? 0)}%` }} />
        {target !== undefined && <i style={{ left: `${inside(target)}%` }} />}
      </span>
      {isTold && <span className={value === null ? 'none' : 'num'}>{text}</span>}
    </span>
  );
}
