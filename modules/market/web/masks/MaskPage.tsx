import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { MaskCoverage } from './MaskCoverage.tsx';
import { MaskList } from './MaskList.tsx';
import '../market.css';

const TABS = [
  { value: 'masks', label: '脱敏设置' },
  { value: 'coverage', label: '覆盖情况' },
];

/** 数据脱敏: stricter masks of single APIs, and sensitive fields of APIs without a rule. */
export default function MaskPage() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'masks';
  return (
    <div className="page-stack" key={tab}>
      <PageActions>
        <Segmented aria-label="列表" value={tab} onChange={(next) => setSearch(next === 'masks' ? {} : { tab: next })} options={TABS} />
      </PageActions>
      {tab === 'masks' ? <MaskList /> : <MaskCoverage />}
    </div>
  );
}
