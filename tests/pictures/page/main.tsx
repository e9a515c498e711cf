import { createRoot } from 'react-dom/client';
import { useEffect, useState } from 'react';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { ChartView } from '#modules/charts/web/chart/ChartView.tsx';
import { colorMode } from '#kit/web/color-mode.ts';
import { applyMode } from '#kit/web/theme.ts';
import type { ClickedValue } from '#modules/charts/web/tile/tiles.ts';
import { BENCH, HARD, SAMPLES, type Sample } from './samples.ts';

// ?mode=dark&ground=screen&set=hard&only=bar&live=1&theme=ocean
const options = new URLSearchParams(location.search);
const mode = options.get('mode') === 'dark' ? 'dark' : 'light';
const ground = options.get('ground') === 'screen' ? 'screen' : 'page';
colorMode.set(mode);
applyMode(mode);
const paper =
  ground === 'screen' ? 'linear-gradient(160deg, rgba(10,42,92,.9), rgba(6,24,58,.9))' : mode === 'dark' ? '#14181F' : '#FFFFFF';
document.body.style.background = ground === 'screen' ? '#030B1E' : mode === 'dark' ? '#0D1015' : '#F5F6F9';

const only = options.get('only');
const list = (options.get('set') === 'hard' ? HARD : SAMPLES).filter(
  ({ id }) => !only || only.split(',').some((one) => id.startsWith(one)),
);
const ink = ground === 'screen' || mode === 'dark' ? '#E7EAF0' : '#161B26';

const isLive = options.get('live') !== null;

/** The same shape with other figures, as a refresh brings it. */
const changed = (data: ChartData, turn: number): ChartData => ({
  ...data,
  rows: data.rows.map((row, i) => row.map((value) => (typeof value === 'number' ? value * (1 + 0.2 * Math.sin(turn + i)) : value))),
});

function Cases() {
  const [clicked, setClicked] = useState<readonly ClickedValue[]>([]);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    // refreshes as the bench and the tests ask for them, one per frame
    Object.assign(window, {
      churn: async (times: number) => {
        for (let i = 1; i <= times; i += 1) {
          setTurn((before) => before + 1);
          await new Promise((done) => requestAnimationFrame(done));
        }
      },
    });
  }, []);
  return list.map(({ id, title, config, data }) => (
    <section key={id} className="case" data-case={id} style={{ background: paper, color: ink }}>
      <h2>{title}</h2>
      <div className="box">
        <ChartView
          config={config}
          data={turn > 0 ? changed(data, turn) : data}
          surface={ground}
          theme={options.get('theme')}
          still={!isLive}
          selected={clicked}
          onPoint={
            isLive
              ? ({ values }) => {
                  document.body.dataset.clicked = JSON.stringify(values);
                  setClicked(values);
                }
              : undefined
          }
        />
      </div>
    </section>
  ));
}

/** One large chart at a time, with the milliseconds from its data to the frame after it was drawn. */
function Bench() {
  const [shown, setShown] = useState<Sample | null>(null);
  useEffect(() => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    Object.assign(window, {
      show: async (id: string) => {
        setShown(null);
        await frame();
        await frame();
        const next = BENCH[id]!();
        await frame();
        const begin = performance.now();
        setShown(next);
        while (
          !document.querySelector('.case canvas, .case .viz-table-row') ||
          (id.startsWith('pivot') && !document.querySelector('[data-drawn]'))
        )
          await frame();
        await frame();
        return performance.now() - begin;
      },
    });
  }, []);
  return (
    shown && (
      <section key={shown.id} className="case" style={{ background: paper, width: 1600, height: 800 }}>
        <div className="box">
          <ChartView config={shown.config} data={shown.data} surface={ground} still />
        </div>
      </section>
    )
  );
}
createRoot(document.getElementById('root')!).render(options.get('set') === 'bench' ? <Bench /> : <Cases />);
