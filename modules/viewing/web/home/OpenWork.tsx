import { useCan } from '#kit/web/can.tsx';
import { WorkList, type Work } from '#kit/web/parts/WorkList.tsx';
import { viewPath } from '#modules/library/web/parts.ts';
import type { Overview } from './Lists.tsx';

type Kind = Overview['work'][number]['kind'];
/** What is said of a kind, and the list that shows what it counts with the permission that this list asks for. */
const KINDS: Record<Kind, Pick<Work, 'label' | 'verb' | 'tone'> & { to: string | null; perm: string }> = {
  extract: { label: '数据集抽取失败', verb: '去排查', tone: 'bad', to: '/visual/dataset?q=extractState:failed', perm: 'visual:set:list' },
  // they are kept in the dialog of their board or screen
  subscription: { label: '订阅发送失败', verb: '去排查', tone: 'bad', to: null, perm: '' },
  boardDraft: { label: '看板修改未发布', verb: '去发布', to: '/visual/databoard?filter=changed', perm: 'visual:board:list' },
  screenDraft: { label: '大屏修改未发布', verb: '去发布', to: '/visual/datascreen?filter=changed', perm: 'visual:screen:list' },
  unusedSet: {
    label: '数据集未被使用',
    verb: '去清理',
    tone: 'idle',
    to: '/visual/dataset?sort=useCount',
    perm: 'visual:set:list',
  },
};

/** 需要处理 of visualization. */
export function OpenWork({ data }: { data: Overview }) {
  const can = useCan();
  const [subscription] = data.failedSubscriptions;
  const rows = data.work.map(({ kind, ...counts }) => {
    const { to, perm, ...said } = KINDS[kind];
    if (to !== null) return { ...said, ...counts, to: can.perm(perm) ? to : undefined };
    const isOpen = subscription && can.perm(`visual:${subscription.kind}:preview`);
    return { ...said, ...counts, to: isOpen ? viewPath(subscription.kind, subscription.docId) : undefined };
  });
  return <WorkList work={rows} empty="可视化没有需要处理的事项" />;
}
