import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { api } from '../api.ts';
import { MaskCoverage } from './MaskCoverage.tsx';
import { MaskKeys } from './MaskKeys.tsx';
import { MaskRuleList } from './MaskRuleList.tsx';
import './classify.css';

/** 脱敏规则: the rules, the sensitive columns without one, and the keys. */
export default function MaskRulePage() {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const tabs = [
    { value: 'rules', label: '规则' },
    { value: 'coverage', label: '覆盖情况' },
    ...(can(api.maskKey.list) ? [{ value: 'keys', label: '密钥' }] : []),
  ];
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'rules';
  return (
    <div className="page-stack" key={tab}>
      <PageActions>
        {/* each list has an address of its own */}
        <Segmented aria-label="列表" value={tab} onChange={(next) => setSearch(next === 'rules' ? {} : { tab: next })} options={tabs} />
      </PageActions>
      {tab === 'rules' && <MaskRuleList />}
      {tab === 'coverage' && <MaskCoverage />}
      {tab === 'keys' && <MaskKeys />}
    </div>
  );
}
