import { useCallback, useState } from 'react';
import { treeOf } from '../../core/tree.ts';
import { useEvery } from '../stage/clock.ts';
import { usePage, useStage } from '../stage/stage-context.ts';
import { Notice } from './Notice.tsx';
import { Pages } from './Pages.tsx';
import { flag, items, num } from './read.ts';
import type { PlainProps } from './types.ts';

/** Turns the pages that are its children; they are nodes of their own and lie over it. */
export function Carousel({ node, props, config, isEditing }: PlainProps) {
  const { pager } = useStage();
  const pages = treeOf(config.nodes).children.get(node.id)?.length ?? 0;
  const page = usePage(node.id) % Math.max(1, pages);
  const [rests, setRests] = useState(false);
  const turnTo = useCallback((to: number) => pager.turn(node.id, to), [pager, node.id]);
  useEvery(isEditing || pages < 2 ? 0 : num(props, 'seconds'), rests, () => turnTo((page + 1) % pages));
  if (pages === 0) return isEditing ? <Notice kind="empty" title="把组件放进来，每个是一页" /> : null;
  const tabs = items(props, 'tabs').slice(0, pages);
  return (
    <div className="sw-carousel" onPointerEnter={() => setRests(true)} onPointerLeave={() => setRests(false)}>
      {tabs.length > 1 && (
        <div className="sw-pagetabs" role="tablist" inert={isEditing}>
          {tabs.map(({ label }, i) => (
            <button key={i} role="tab" aria-selected={i === page} onClick={() => turnTo(i)}>
              {typeof label === 'string' && label ? label : `第 ${i + 1} 页`}
            </button>
          ))}
        </div>
      )}
      {tabs.length < 2 && flag(props, 'dots') && <Pages page={page} pages={pages} turnTo={turnTo} />}
    </div>
  );
}
