import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { Can } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import type { Opened } from '#kit/web/table/list-state.ts';
import { api } from '../api.ts';
import { ApplyList } from './ApplyList.tsx';
import { CatalogPanel } from './CatalogPanel.tsx';
import { DemandDialog, DemandList } from './DemandList.tsx';
import { DrdForm } from './DrdForm.tsx';
import { DrdList } from './DrdList.tsx';
import { DrdSheet } from './DrdSheet.tsx';
import '../market.css';
import './drd.css';

const VIEWS = [
  { value: 'directory', label: '目录' },
  { value: 'applies', label: '使用申请' },
  { value: 'demands', label: '数据需求' },
];

/** 资源目录: the classes, what is in them, and the sheet of what is chosen; requests and demands beside it. */
export default function DrdPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const [opened, setOpened] = useState<Opened>(null);
  const [isAsking, setAsking] = useState(false);
  const view = search.get('view') ?? 'directory';
  const id = search.get('id');
  const catalogId = search.get('catalog');
  return (
    <>
      <PageActions>
        <Segmented
          options={VIEWS}
          value={view}
          onChange={(next) => change({ view: next === 'directory' ? null : next, apply: null, page: null })}
        />
        <Can call={api.drdUse.createDemand}>
          <Button onClick={() => setAsking(true)}>提需求</Button>
        </Can>
        <Can call={api.drd.create}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
            编目
          </Button>
        </Can>
      </PageActions>
      {view === 'applies' && <ApplyList />}
      {view === 'demands' && <DemandList />}
      {view === 'directory' && (
        <div className={id === null ? 'panel drd' : 'panel drd has-sheet'}>
          <CatalogPanel selected={catalogId} onSelect={(catalog) => change({ catalog, page: null })} />
          <DrdList selected={id} onSelect={(next) => change({ id: next, tab: null })} />
          {id !== null && (
            <DrdSheet
              key={id}
              id={id}
              onClose={() => change({ id: null, tab: null })}
              onEdit={() => setOpened({ kind: 'edit', id })}
              onOpen={(next) => change({ id: next, tab: null })}
            />
          )}
        </div>
      )}
      <DrdForm opened={opened} catalogId={catalogId} onClose={() => setOpened(null)} onMade={(made) => change({ id: made, view: null })} />
      {isAsking && <DemandDialog onClose={() => setAsking(false)} />}
    </>
  );
}
