import { useState } from 'react';
import { Link } from '#modules/charts/contract/view-filter.ts';
import { screenOfLink } from '../../core/miniatures.ts';
import { useEvery } from '../stage/clock.ts';
import { useStage } from '../stage/stage-context.ts';
import { Notice } from './Notice.tsx';
import { items, num } from './read.ts';
import type { PlainProps } from './types.ts';

/** Other screens as the platform keeps them in small, one of them lit in turn; a click opens it. */
export function Thumbs({ node, props, isEditing }: PlainProps) {
  const { open, mayOpen, pictures } = useStage();
  const [lit, setLit] = useState(-1);
  const [rests, setRests] = useState(false);
  const shown = items(props, 'items').flatMap(({ label, link }) => {
    const idOrCode = screenOfLink(link);
    if (idOrCode === null) return [];
    const to = Link.parse(link);
    return mayOpen(to) ? [{ to, idOrCode, label: typeof label === 'string' ? label : '' }] : [];
  });
  useEvery(shown.length > 1 ? num(props, 'seconds') : 0, rests || isEditing, () => setLit((before) => (before + 1) % shown.length));
  if (shown.length === 0) return <Notice kind="empty" title={isEditing ? '在右侧添加大屏' : '没有可打开的大屏'} />;
  const columns = num(props, 'columns');
  const gap = num(props, 'gap');
  const lines = Math.ceil(shown.length / columns);
  const w = (node.w - gap * (columns - 1)) / columns;
  const h = (node.h - gap * (lines - 1)) / lines;
  return (
    <div
      className="sw-thumbs"
      style={{ gap, gridTemplateColumns: `repeat(${columns}, ${w}px)`, gridAutoRows: h }}
      onPointerEnter={() => setRests(true)}
      onPointerLeave={() => setRests(false)}
    >
      {shown.map(({ to, idOrCode, label }, i) => (
        <button key={idOrCode} data-lit={i === lit ? '' : undefined} onClick={() => !isEditing && open?.(to, {}, false)}>
          <Face picture={pictures === null ? null : (pictures[idOrCode] ?? '')} />
          <b>{label}</b>
        </button>
      ))}
    </div>
  );
}

/** `null`: no pictures here (the builder), `''`: nothing is published under this link. */
function Face({ picture }: { picture: string | null }) {
  if (picture === null) return <span className="sw-thumb" data-plain="" />;
  return (
    <span className="sw-thumb">
      {picture === '' ? <Notice kind="empty" title="尚未发布" /> : <img src={picture} alt="" draggable={false} />}
    </span>
  );
}
