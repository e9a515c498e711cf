import { SyncOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from './api.ts';
import { AreaDetail } from './area/AreaDetail.tsx';
import { AreaTree } from './area/AreaTree.tsx';
import { useAddress } from './parts/address.ts';
import './parts/projects.css';
import './area/area.css';

const RefreshDialog = lazyPart(() => import('./area/RefreshDialog.tsx'));

/** 行政区划: the tree, one area, where the list comes from, and its refresh from a file. */
export default function SysAreaPage() {
  const can = useCan();
  const answer = useCall(api.area.rows);
  const [code, setCode] = useAddress('code');
  const [isRefreshing, setRefreshing] = useState(false);
  const rows = answer.data;
  const area = rows?.find((row) => row.code === code) ?? rows?.[0];
  return (
    <>
      <PageActions>
        {can(api.area.refresh) && (
          <Button icon={<SyncOutlined />} onClick={() => setRefreshing(true)}>
            更新区划
          </Button>
        )}
        <ExportButton call={api.area.exportRows} label="行政区划" body={() => ({})} />
      </PageActions>
      <div className="panel list-page area-page">
        {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isLoading && <StateView className="record-wait" kind="loading" rows={10} />}
        {rows && !answer.error && (
          <>
            <AreaTree rows={rows} selected={area?.code ?? null} onSelect={setCode} />
            <div className="area-main">
              {area && <AreaDetail key={area.code} area={area} rows={rows} onSelect={setCode} />}
              <SourceInfo />
            </div>
          </>
        )}
      </div>
      <Suspense fallback={null}>{isRefreshing && <RefreshDialog onClose={() => setRefreshing(false)} />}</Suspense>
    </>
  );
}

/** Where the list comes from, what it lacks, and its refreshes. */
function SourceInfo() {
  const source = useCall(api.area.source);
  const releases = useCall(api.area.releases);
  return (
    <section className="area-source">
      <h3 className="form-section">数据来源</h3>
      {source.error && <StateView kind="error" error={source.error} onRetry={() => void source.refetch()} />}
      {source.data && (
        <dl className="facts grid">
          <div>
            <dt>数据版本</dt>
            <dd>{source.data.vintage}</dd>
          </div>
          <div>
            <dt>启用区划</dt>
            <dd>{count(source.data.total)} 个</dd>
          </div>
          <div className="wide">
            <dt>来源</dt>
            <dd>
              <ul className="area-notes">
                {source.data.sources.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </dd>
          </div>
          {source.data.gaps.length > 0 && (
            <div className="wide">
              <dt>已知缺口</dt>
              <dd>
                <ul className="area-notes">
                  {source.data.gaps.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
      )}
      {releases.data && releases.data.length > 0 && (
        <>
          <h3 className="form-section">更新记录</h3>
          <ul className="area-changes area-releases">
            {releases.data.map((one) => (
              <li key={one.id}>
                <DateText value={one.createTime} />
                <span>
                  {one.vintage} · {one.source}
                </span>
                <span className="muted">
                  新增 {one.added}，变更 {one.changed}，禁用 {one.removed}，{one.createName ?? '系统'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
