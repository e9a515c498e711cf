import { Select } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { MappingView } from './MappingView.tsx';
import './mapping.css';

/** 字典对照: one contrast, chosen above or by the address; without one the first. */
export default function MappingPage() {
  const [search, setSearch] = useSearchParams();
  const all = useCall(api.contrast.page, { query: { pageSize: 200 } });
  const rows = all.data?.data ?? [];
  const chosen = search.get('contrastId') ?? rows[0]?.id ?? null;
  return (
    <>
      <PageActions>
        <Select<string>
          className="mapping-choice"
          aria-label="对照表"
          placeholder="选择对照表"
          value={chosen ?? undefined}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(id) => setSearch({ contrastId: id })}
          options={rows.map((row) => ({ value: row.id, label: `${row.tableName ?? ''}.${row.columnName ?? ''} · ${row.gbTypeName}` }))}
        />
      </PageActions>
      {chosen !== null ? (
        <MappingView key={chosen} contrastId={chosen} />
      ) : (
        <div className="panel list-page">
          {all.error ? (
            <StateView kind="error" error={all.error} onRetry={() => void all.refetch()} />
          ) : all.isLoading ? (
            <StateView kind="loading" rows={8} />
          ) : (
            <StateView
              kind="empty"
              what="还没有对照表"
              why="先为代码字段选择标准类别，再采集取值、对照到标准项"
              action={<Link to="/standard/dictcontrast">去新增对照表</Link>}
            />
          )}
        </div>
      )}
    </>
  );
}
