import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { ClassList } from './ClassList.tsx';
import { HitList } from './HitList.tsx';
import './classify.css';

/** 分类分级: the classes with their rules, and what recognitions found. */
export default function ClassifyPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'hits' ? 'hits' : 'classes';
  return (
    <div className="panel list-page" key={tab}>
      <PageActions>
        <Segmented
          aria-label="列表"
          value={tab}
          // each list has an address of its own
          onChange={(next) => setSearch(next === 'hits' ? { tab: 'hits' } : {})}
          options={[
            { value: 'classes', label: '分类规则' },
            { value: 'hits', label: '识别结果' },
          ]}
        />
      </PageActions>
      {tab === 'hits' ? <HitList /> : <ClassList />}
    </div>
  );
}
