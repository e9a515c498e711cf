import { Segmented } from 'antd';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { CheckButton } from './CheckButton.tsx';
import { EffectList } from './EffectList.tsx';
import { TimerList } from './TimerList.tsx';
import '../operators.css';

const TABS = [
  { value: 'effects', label: '生效任务' },
  { value: 'timers', label: '定时器' },
];

/** 流程运维: effects and timers that failed wait here for a decision. */
export default function OperationPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const tab = search.get('tab') === 'timers' ? 'timers' : 'effects';
  return (
    <div className="panel list-page">
      <PageActions>
        <Segmented
          aria-label="类别"
          options={TABS}
          value={tab}
          onChange={(value) => change({ tab: value === 'effects' ? null : value, pageNum: null })}
        />
        <CheckButton />
      </PageActions>
      {tab === 'effects' ? <EffectList /> : <TimerList />}
    </div>
  );
}
