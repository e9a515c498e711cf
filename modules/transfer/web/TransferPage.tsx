import { Segmented } from 'antd';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { api } from './api.ts';
import { ExportPane } from './export/ExportPane.tsx';
import { ImportPane } from './import/ImportPane.tsx';
import './transfer.css';

const PARTS = [
  { value: 'export', label: '导出', call: api.transfer.export },
  { value: 'import', label: '导入', call: api.transfer.import },
] as const;

/** 定义迁移: what is exported is chosen here or in the lists, a file is imported in steps. */
export default function TransferPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const can = useCan();
  const open = PARTS.filter(({ call }) => can(call));
  const part = open.find(({ value }) => value === search.get('part')) ?? open[0];
  if (!part) return <StateView kind="forbidden" what="您没有导出或导入定义的权限" />;
  return (
    <div className="panel transfer">
      <header className="transfer-head">
        <Segmented
          aria-label="导出或导入"
          value={part.value}
          options={open.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => change({ part: value }, { replace: true })}
        />
        <p className="muted">
          {part.value === 'export'
            ? '把数据集、图表、看板和大屏的定义导出为文件，不含数据、连接信息、权限、分享和订阅。'
            : '把另一套平台导出的定义导入到这里：先对应数据源和内容，再试运行，确认后导入。'}
        </p>
      </header>
      {part.value === 'export' ? <ExportPane chosen={search.get('items') ?? ''} /> : <ImportPane />}
    </div>
  );
}
