import { createRoot } from 'react-dom/client';
import { useState } from 'react';
import { ChartView } from '#modules/visual/web/chart/ChartView.tsx';
import { colorMode } from '#kit/web/color-mode.ts';
import { applyMode } from '#kit/web/theme.ts';
import type { ClickedValue } from '#modules/visual/web/view/tiles.ts';
import { HARD, SAMPLES } from './samples.ts';

// ?mode=dark&ground=screen&set=hard&only=bar&live=1&theme=ocean
const wish = new URLSearchParams(location.search);
const mode = wish.get('mode') === 'dark' ? 'dark' : 'light';
const ground = wish.get('ground') === 'screen' ? 'screen' : 'page';
colorMode.set(mode);
applyMode(mode);
const paper =
  ground === 'screen' ? 'linear-gradient(160deg, rgba(10,42,92,.9), rgba(6,24,58,.9))' : mode === 'dark' ? '#14181F' : '#FFFFFF';
document.body.style.background = ground === 'screen' ? '#030B1E' : mode === 'dark' ? '#0D1015' : '#F5F6F9';

const only = wish.get('only');
const list = (wish.get('set') === 'hard' ? HARD : SAMPLES).filter(({ id }) => !only || only.split(',').some((one) => id.startsWith(one)));
const ink = ground === 'screen' || mode === 'dark' ? '#E7EAF0' : '#161B26';

function Cases() {
  const [clicked, setClicked] = useState<readonly ClickedValue[]>([]);
  return list.map(({ id, title, config, data }) => (
    <section key={id} className="case" data-case={id} style={{ background: paper, color: ink }}>
      <h2>{title}</h2>
      <div className="box">
        <ChartView
          config={config}
          data={data}
          ground={ground}
          theme={wish.get('theme')}
          still={wish.get('live') === null}
          selected={clicked}
          onPoint={wish.get('live') === null ? undefined : ({ values }) => setClicked(values)}
        />
      </div>
    </section>
  ));
}
createRoot(document.getElementById('root')!).render(<Cases />);
