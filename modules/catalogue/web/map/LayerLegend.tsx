import { useColorMode } from '#kit/web/color-mode.ts';
import { LAYERS, LAYER_LABELS, layerColour, layerIndex } from './colours.ts';

/** What the colours mean, for the layers that are drawn; beside the picture, never over it. */
export function LayerLegend({ layers }: { layers: readonly (string | null)[] }) {
  const mode = useColorMode();
  const drawn = new Set(layers.map(layerIndex));
  return (
    <span className="map-legend">
      {[...LAYERS, null]
        .filter((layer) => drawn.has(layerIndex(layer)))
        .map((layer) => (
          <span key={layer ?? 'none'}>
            <i style={{ background: layerColour(layer, mode) }} />
            {layer === null ? '其他' : LAYER_LABELS[layer]}
          </span>
        ))}
    </span>
  );
}
