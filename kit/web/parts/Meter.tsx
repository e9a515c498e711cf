import './parts.css';

interface MeterProps {
  /** accessible name: what the bar measures (落标率, 完成) */
  label: string;
  /** percent, 0–100 and above */
  value: number | null;
  /** position of the target tick in percent */
  target?: number;
  /** expected percentage by today (序时进度): amber below it, red below nine tenths of it */
  pace?: number;
  /** the number beside the bar */
  showsValue?: boolean;
}

const NEAR_PACE = 0.9;

/** Colour of a meter relative to the expected progress; neutral without one. */
export const paceTone = (value: number, pace: number | undefined): 'good' | 'near' | 'poor' | 'plain' => {
  if (pace === undefined) return 'plain';
  if (value >= pace) return 'good';
  return value < pace * NEAR_PACE ? 'poor' : 'near';
};

const inside = (percent: number): number => Math.min(100, Math.max(0, percent));

/** Progress bar of 4 px with a target tick. */
export function Meter({ label, value, target, pace, showsValue = true }: MeterProps) {
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
      {showsValue && <span className={value === null ? 'none' : 'num'}>{text}</span>}
    </span>
  );
}
