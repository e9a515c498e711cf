import { Segmented } from 'antd';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { OwnGrants } from './OwnGrants.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import './access.css';

/** 我的数据权限: what the person has asked for, where it stands, and what he has at present. */
export default function MyAccessPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const tab = search.get('tab') === 'grants' ? 'grants' : 'requests';
  return (
    <div className="panel list-page">
      <PageActions>
        <Segmented
          aria-label="列表"
          value={tab}
          options={[
            { value: 'requests', label: '我的申请' },
            { value: 'grants', label: '生效中的授权' },
          ]}
          onChange={(value) => change(() => new URLSearchParams(value === 'grants' ? { tab: 'grants' } : {}))}
        />
      </PageActions>
      {tab === 'grants' ? <OwnGrants /> : <OwnRequests />}
    </div>
  );
}
