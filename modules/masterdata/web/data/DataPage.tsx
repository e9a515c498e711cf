import { Button } from 'antd';
import { Link } from 'react-router';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { DataList } from './DataList.tsx';
import { RecordView } from './RecordView.tsx';
import '../masterdata.css';
import './data.css';

/** 数据管理: the models at the left, the records of the chosen one in columns of its own; `?record=` is one of them. */
export default function DataPage() {
  const { search } = useOwnSearch();
  const [modelId, recordId] = [search.get('model'), search.get('record')];
  if (modelId && recordId)
    return <RecordView key={`${modelId} ${recordId}`} modelId={modelId} id={recordId} tab={search.get('tab') ?? 'attributes'} />;
  return <Records chosen={modelId} />;
}

function Records({ chosen }: { chosen: string | null }) {
  const can = useCan();
  const change = useChangeAddress();
  const models = useCall(api.model.list);
  const built = (models.data ?? []).filter((model) => model.modelPhysicalTable !== null);
  const modelId = chosen ?? built[0]?.id ?? null;
  if (models.error)
    return (
      <div className="panel">
        <StateView kind="error" error={models.error} onRetry={() => void models.refetch()} />
      </div>
    );
  if (!models.data)
    return (
      <div className="panel">
        <StateView kind="loading" rows={8} />
      </div>
    );
  if (modelId === null)
    return (
      <div className="panel">
        <StateView
          kind="empty"
          what="还没有建好的数据模型"
          why="模型审批通过并建模后，数据在这里维护。"
          action={
            can(api.model.page) && (
              <Link to="/masterdata/datamodel">
                <Button type="primary">去建模型</Button>
              </Link>
            )
          }
        />
      </div>
    );
  const rows = built.map((model) => ({
    id: model.id,
    name: model.modelName,
    parentId: null,
    ...(model.recordCount !== null && { count: model.recordCount }),
  }));
  return (
    <div className="panel list-page">
      <TreePanel
        rows={rows}
        placeholder="搜索模型"
        selected={modelId}
        // filters, page and opened record belong to the model before
        onSelect={(id) => change(() => new URLSearchParams({ model: id ?? modelId }))}
      />
      <DataList key={modelId} modelId={modelId} />
    </div>
  );
}
