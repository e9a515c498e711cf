import { Button, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useCall } from '#kit/web/use-call.ts';
import { readScreen } from '../../../core/doc/read-screen.ts';
import { screenApi } from './api.ts';
import { Builder } from './Builder.tsx';
import { Preview } from './Preview.tsx';
import './build.css';

/** `/visual/screen/build/:id`: the builder, or with `?preview=1` the draft of this browser as viewers would see it. */
export default function ScreenBuildPage() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  return query.get('preview') === '1' ? <Preview key={id} id={id} /> : <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  // what was read for another page may be older than what somebody saved since
  const found = useCall(screenApi.screen.get, { params: { id } }, { staleTime: Infinity });
  if (found.error)
    return (
      <div className="sed-page">
        <Result
          status={found.error.status === 403 ? '403' : found.error.status === 404 ? '404' : 'error'}
          title={found.error.message}
          extra={
            <>
              <Button onClick={() => void found.refetch()}>重试</Button>
              <Button type="primary" onClick={() => void navigate('/visual/datascreen')}>
                返回酷屏配置
              </Button>
            </>
          }
        />
      </div>
    );
  if (!found.data || (found.isFetching && found.dataUpdatedAt < openedAt))
    return (
      <div className="sed-page sed-waiting" aria-busy="true">
        <Skeleton active paragraph={{ rows: 12 }} />
      </div>
    );
  if (!found.data.canEdit)
    return (
      <div className="sed-page">
        <Result
          status="403"
          title="没有编辑这个大屏的权限"
          extra={
            <Button type="primary" onClick={() => void navigate('/visual/datascreen')}>
              返回酷屏配置
            </Button>
          }
        />
      </div>
    );
  const { screenConfig, screenName, version, isSystem, code, publishedNo } = found.data;
  return (
    <Builder
      id={id}
      stored={{ config: readScreen(screenConfig), name: screenName, version }}
      isSystem={isSystem === '1'}
      code={code}
      publishedNo={publishedNo}
    />
  );
}
