import { Missing } from '../Tag.tsx';
import './parts.css';

const LAYERS = { ods: 'ODS 贴源', dwd: 'DWD 明细', dim: 'DIM 维度', dws: 'DWS 汇总', ads: 'ADS 应用' } as const;
export type LayerCode = keyof typeof LAYERS;

const isLayerCode = (layer: string): layer is LayerCode => Object.hasOwn(LAYERS, layer);

/** The layer of a table in its colour; any other schema reads 其他 and has none. */
export function LayerTag({ layer }: { layer: string | null | undefined }) {
  if (!layer) return <Missing />;
  const code = layer.toLowerCase();
  return isLayerCode(code) ? <span className={`tag layer-tag ${code}`}>{LAYERS[code]}</span> : <span className="tag tag-line">其他</span>;
}

const SEVERITIES = { 1: '提示', 2: '一般', 3: '较重', 4: '严重' } as const;

/** How bad an open matter is: one to four filled bars and the word, so that colour is never alone. */
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
