import { Suspense, useContext } from 'react';
import { marked } from '#modules/charts/core/index.ts';
import { EffectsContext, ScaleContext } from '../stage/stage-context.ts';
import { chartColors } from '../stage/themes.ts';
import { useChosen } from './use-actions.ts';
import { num } from './read.ts';
import type { DataProps } from './types.ts';
import { LazyChart } from '#modules/charts/web/parts.ts';

/** Any chart on the ground of the screen, as fine as the screen is enlarged. */
export function ChartWidget({ node, props, config, feed, data, onValues }: DataProps) {
  const scale = useContext(ScaleContext);
  const effects = useContext(EffectsContext);
  const { chosen } = useChosen({ node, feed });
  if (!node.chart) return null;
  const pad = num(props, 'pad');
  return (
    <div className="sw-chart" style={{ padding: pad }}>
      <Suspense fallback={null}>
        <LazyChart
          config={node.chart}
          data={data}
          surface="screen"
          theme={config.theme}
          palette={chartColors(config.theme)}
          still={effects === 'off'}
          scale={scale}
          selected={marked(chosen, feed.drills[node.id])}
          onPoint={onValues ? ({ values, isMenu }) => onValues(values, { isMenu }) : undefined}
        />
      </Suspense>
    </div>
  );
}
