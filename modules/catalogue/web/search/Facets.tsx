import { CloseOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { count } from '#kit/web/format.ts';
import { FACET_LABELS, type Facet, type FacetField } from '../../contract/search.ts';

interface Props {
  /** undefined while they are on their way */
  facets: readonly Facet[] | undefined;
  chosen: Partial<Record<FacetField, string>>;
  onChange: (field: FacetField, value: string | null) => void;
}
const FEW = 6;

/** What the hits can be narrowed by, with how many would be left. */
export function Facets({ facets, chosen, onChange }: Props) {
  const shown = (facets ?? []).filter(({ field, values }) => values.length > 1 || chosen[field] !== undefined);
  return (
    <aside className="facets" aria-label="筛选">
      {shown.map((facet) => (
        <FacetBox key={facet.field} facet={facet} chosen={chosen[facet.field]} onChange={(value) => onChange(facet.field, value)} />
      ))}
      {facets && shown.length === 0 && <p className="muted">没有可以进一步筛选的条件</p>}
    </aside>
  );
}

function FacetBox({ facet, chosen, onChange }: { facet: Facet; chosen: string | undefined; onChange: (value: string | null) => void }) {
  const [isWhole, setWhole] = useState(false);
  const values = isWhole ? facet.values : facet.values.slice(0, FEW);
  return (
    <section>
      <h3>
        {FACET_LABELS[facet.field]}
        {chosen !== undefined && (
          <button type="button" className="link" onClick={() => onChange(null)}>
            清除
          </button>
        )}
      </h3>
      <ul>
        {values.map(({ value, label, count: n }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={chosen === value}
              className={chosen === value ? 'is-chosen' : undefined}
              onClick={() => onChange(chosen === value ? null : value)}
            >
              <span className="cut" title={label}>
                {label}
              </span>
              {chosen === value ? <CloseOutlined aria-hidden /> : <em className="num">{count(n)}</em>}
            </button>
          </li>
        ))}
      </ul>
      {facet.values.length > FEW && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起' : `更多 ${facet.values.length - FEW} 项`}
        </button>
      )}
    </section>
  );
}
