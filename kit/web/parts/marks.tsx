import { Missing } from '../Tag.tsx';
import './parts.css';

const LAYERS = { ods: 'ODS 贴源', dwd: 'DWD 明细', dim: 'DIM 维度', dws: 'DWS 汇总', ads: 'ADS 应用' } as const;
export type LayerCode = keyof typeof LAYERS;

const isLayerCode = (layer: string): layer is LayerCode => Object.hasOwn(LAYERS, layer);

/** Tag of a table's warehouse layer; other schemas read 其他. */
export function LayerTag({ layer }: { layer: string | null | undefined }) {
  if (!layer) return <Missing />;
  const code = layer.toLowerCase();
  return isLayerCode(code) ? <span className={`tag layer-tag ${code}`}>{LAYERS[code]}</span> : <span className="tag tag-line">其他</span>;
}

const SEVERITIES = { 1: '提示', 2: '一般', 3: '较重', 4: '严重' } as const;

/** Severity of an open issue: one to four bars and a word, so that colour is never the only cue. */
export function SeverityMark({ severity, label = SEVERITIES[severity] }: { severity: keyof typeof SEVERITIES; label?: string }) {
  return (
    <span className={`severity-mark level-${severity}`}>
      <i aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <b key={bar} className={bar <= severity ? 'on' : undefined} />
        ))}
      </i>
      {label}
    </span>
  );
}
