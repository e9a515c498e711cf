import { Button, Segmented } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { useState } from 'react';
import { api } from '../api.ts';
import '../house/house.css';

export type NameStyle = 'word' | 'abbreviation';

/** The English name of a Chinese one with where each part comes from. */
export function EnglishName({ name, style, onName }: { name: string; style: NameStyle; onName?: (made: string | null) => void }) {
  const { data, error, refetch } = useCall(api.naming.english, { query: { name, style } }, { enabled: name !== '' });
  if (name === '') return <p className="muted">填写中文名后，按词根生成英文名。</p>;
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="rows" rows={2} />;
  return (
    <>
      <p>
        {data.name === null ? <span className="muted">没有认识的词</span> : <b className="mono">{data.name}</b>}{' '}
        {onName && data.name !== null && (
          <Button type="link" size="small" onClick={() => onName(data.name)}>
            使用
          </Button>
        )}
      </p>
      {data.unknown.length > 0 && <p className="bad">词根表没有：{data.unknown.join('、')}，请先补充词根</p>}
      <ul className="name-parts" aria-label="各部分的来源">
        {data.parts.map((part, n) => (
          // parts have no identity and never move
          <li key={n} className={part.word === null ? 'unknown' : ''}>
            {part.text} {part.word && <span className="muted">→ {part.word}</span>}
            <small>{part.reason}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Words in full or abbreviated. */
export function useNameStyle() {
  const [style, setStyle] = useState<NameStyle>('word');
  const choice = (
    <Segmented<NameStyle>
      size="small"
      value={style}
      onChange={setStyle}
      options={[
        { value: 'word', label: '全称' },
        { value: 'abbreviation', label: '缩写' },
      ]}
    />
  );
  return { style, choice };
}
