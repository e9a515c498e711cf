import type { DocKind } from '../contract/item.ts';
import './library.css';

/** Stands for something that nobody has put anything on yet. */
export function Placeholder({ kind }: { kind: DocKind }) {
  return (
    <svg className="lib-shape" viewBox="0 0 160 100" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      {kind === 'screen' && <rect width="160" height="100" className="night" />}
      <path d="M66 50h28M80 36v28" className="line" />
    </svg>
  );
}
