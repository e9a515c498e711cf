import type { Standing } from '../../contract/task.ts';
import { STATES } from './words.ts';
import './tasks.css';

/** How the people of a round stand, as parts of one bar. */
export function StandingBar({ standing, label }: { standing: Standing; label: string }) {
  const parts = STATES.filter(({ state }) => standing[state] > 0);
  const text = parts.map((part) => `${part.label} ${standing[part.state]}`).join('，');
  return (
    <span className="standing-bar" role="img" aria-label={`${label}：${text || '没有人'}`}>
      {parts.map(({ state }) => (
        <i key={state} data-state={state} style={{ flexGrow: standing[state] }} />
      ))}
    </span>
  );
}
