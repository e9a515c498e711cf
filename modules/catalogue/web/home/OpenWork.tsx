import { useCan } from '#kit/web/can.tsx';
import { WorkList, type Work } from '#kit/web/parts/WorkList.tsx';
import type { Overview } from './Figures.tsx';

type Kind = Overview['work'][number]['kind'];
/** What is said of a kind, and the list that shows what it counts with the permission that this list asks for. */
const KINDS: Record<Kind, Pick<Work, 'label' | 'verb' | 'tone'> & { to: string; perm: string }> = {
  failedSync: {
    label: '数据源同步失败',
    verb: '去排查',
    tone: 'bad',
    to: '/metadata/datasource?q=isSync:3',
    perm: 'metadata:datasource:list',
  },
  change: { label: '结构变更待确认', verb: '去确认', to: '/metadata/changerecord?q=status:0', perm: 'metadata:changerecord:list' },
  proposal: { label: '敏感识别待判断', verb: '去判断', to: '/metadata/classify?tab=hits&q=state:proposed', perm: 'metadata:classify:list' },
  unowned: {
    label: '数据表没有负责人',
    verb: '去指定',
    tone: 'idle',
    to: '/metadata/datacolumn?q=hasOwner:0',
    perm: 'metadata:datacolumn:list',
  },
  unresolved: { label: '血缘未解析', verb: '去补全', tone: 'idle', to: '/metadata/datablood?tab=open', perm: 'metadata:datablood:list' },
};

/** 需要处理 of the catalogue. */
export function OpenWork({ work }: Pick<Overview, 'work'>) {
  const can = useCan();
  const rows = work.map(({ kind, ...counts }) => {
    const { perm, to, ...said } = KINDS[kind];
    return { ...said, ...counts, to: can.perm(perm) ? to : undefined };
  });
  return <WorkList work={rows} empty="元数据没有需要处理的事项" />;
}
