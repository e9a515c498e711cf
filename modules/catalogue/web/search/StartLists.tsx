import { Link } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { count, minute } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { Hit } from '../../contract/search.ts';
import { api } from '../api.ts';
import { hitPath } from './HitCard.tsx';
import { recentSearches } from './recent.ts';

/** Before anything is searched: recent searches, and tables that are read a lot, changed lately, or one's own. */
export function StartLists({ onSearch }: { onSearch: (text: string) => void }) {
  const answer = useCall(api.search.start, {});
  const recent = recentSearches();
  const { data } = answer;
  return (
    <div className="search-start">
      {recent.length > 0 && (
        <p className="search-recent">
          <span className="muted">最近检索</span>
          {recent.map((text) => (
            <button type="button" className="link" key={text} onClick={() => onSearch(text)}>
              {text}
            </button>
          ))}
        </p>
      )}
      {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {!data && !answer.error && <StateView kind="loading" rows={6} />}
      {data && (
        <div className="search-columns">
          <List title="读取最多" hits={data.hot} empty="近30天还没有读取记录" fact={(hit) => `${count(hit.heat)} 次`} />
          <List title="最近变化" hits={data.changed} empty="还没有结构变化" fact={(hit) => minute(hit.changeTime) ?? ''} />
          <List title="我负责和关注的" hits={data.mine} empty="还没有负责或关注的表" fact={(hit) => hit.domainName ?? hit.sourceName} />
        </div>
      )}
    </div>
  );
}

function List({ title, hits, empty, fact }: { title: string; hits: readonly Hit[]; empty: string; fact: (hit: Hit) => string }) {
  return (
    <section>
      <h3>{title}</h3>
      {hits.length === 0 && <p className="muted">{empty}</p>}
      <ul>
        {hits.map((hit) => (
          <li key={hit.id}>
            <Link to={hitPath(hit)}>
              <span className="mono cut">{hit.name}</span>
              <span className="cut muted">{hit.cnName ?? hit.comment ?? ''}</span>
            </Link>
            <small className="muted num">{fact(hit)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
