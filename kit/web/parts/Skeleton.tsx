import './states.css';

/** Layout of the placeholder: list rows, form fields, cards, or one block such as a chart. */
export type SkeletonShape = 'rows' | 'form' | 'cards' | 'block';

const WIDTHS = [64, 88, 72, 80, 56, 92, 68, 76, 60, 84];
const USUAL: Readonly<Record<SkeletonShape, number>> = { rows: 10, form: 6, cards: 6, block: 1 };

interface SkeletonProps {
  className?: string | undefined;
  shape?: SkeletonShape | undefined;
  rows?: number | undefined;
}

/** Loading placeholder with the geometry of the content. Appears after 300 ms to avoid flicker; screen readers are told at once. */
export function Skeleton({ className = '', shape = 'rows', rows = USUAL[shape] }: SkeletonProps) {
  return (
    <div role="status" aria-label="数据加载中" className={`bones ${shape} ${className}`}>
      {Array.from({ length: rows }, (_, i) => (
        // the bars have nothing but their place
        // oxlint-disable-next-line react/no-array-index-key
        <Bone key={i} shape={shape} width={WIDTHS[i % WIDTHS.length]!} />
      ))}
    </div>
  );
}

function Bone({ shape, width }: { shape: SkeletonShape; width: number }) {
  if (shape === 'rows')
    return (
      <div className="skeleton-row">
        <i style={{ width }} />
        <i style={{ width: width * 1.4 }} />
        <i style={{ width: width * 0.9 }} />
        <i style={{ flex: 1 }} />
        <i style={{ width: 64 }} />
      </div>
    );
  if (shape === 'form')
    return (
      <div className="bone-field">
        <i style={{ width }} />
        <i />
      </div>
    );
  return <i className="bone-block" />;
}
