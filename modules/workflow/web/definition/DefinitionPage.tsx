import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { Can } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { download } from '#kit/web/send.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import { DefinitionDrawer } from './DefinitionDrawer.tsx';
import { MigrateDialog } from './MigrateDialog.tsx';

type Row = RowOf<{ page: typeof api.definition.page }>;

const columns: readonly Column<Row>[] = [
  { field: 'name', title: '流程名称', width: 200, sort: true },
  { field: 'key', title: '流程标识', kind: 'mono', width: 160 },
  { field: 'versionNo', title: '版本', kind: 'number', width: 76, sort: true, render: (row) => `第 ${row.versionNo} 版` },
  { field: 'kind', title: '设计方式', width: 104, render: (row) => (row.kind === 'simple' ? '审批视图' : 'BPMN') },
  {
    field: 'suspensionState',
    title: '状态',
    width: 88,
    render: (row) => (row.suspensionState === '1' ? <Tag tone="calm">激活</Tag> : <Tag tone="warn">挂起</Tag>),
  },
  { field: 'createTime', title: '发布时间', kind: 'time', width: 152, sort: true },
];
const options = {
  label: '流程定义',
  columns,
  nameField: 'name' as const,
  details: false as const,
  search: [
    { field: 'name', label: '流程名称' },
    { field: 'key', label: '流程标识' },
    {
      field: 'suspensionState',
      label: '状态',
      options: [
        { value: '1', label: '激活' },
        { value: '2', label: '挂起' },
      ],
    },
  ],
};

/** 流程定义: published versions, and the import of BPMN files. */
export default function DefinitionPage() {
  const list = useEntityPage({ page: api.definition.page }, options);
  const [target, setTarget] = useState<Row | null>(null);
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const opened = search.get('open');
  const after = (text: string) => async () => {
    toast.success(text);
    await list.refresh();
  };
  const actions = (row: Row): RowAction[] => {
    const isActive = row.suspensionState === '1';
    const call = isActive ? api.definition.suspend : api.definition.activate;
    const params = { id: row.id };
    return [
      {
        key: 'resource',
        label: '下载',
        call: api.definition.resource,
        onClick: () => void download(api.definition.resource, { params }, `${row.key}-v${row.versionNo}.bpmn`).catch(() => undefined),
      },
      {
        key: 'suspension',
        label: isActive ? '挂起' : '激活',
        call,
        onClick: () => void call({ params }).then(after(isActive ? '已挂起，不再接受新的提交' : '已激活'), () => undefined),
      },
      { key: 'migrate', label: '迁移', call: api.definition.migrate, onClick: () => setTarget(row) },
      {
        key: 'remove',
        label: '删除',
        call: api.definition.remove,
        danger: true,
        onClick: () =>
          void confirmDialog({
            title: `删除“${row.name}”第 ${row.versionNo} 版？`,
            content: '还有运行中的流程时不能删除；删除后不能恢复。',
            okText: '删除',
            danger: true,
            onOk: () => api.definition.remove({ params }).then(after('已删除')),
          }),
      },
    ];
  };
  return (
    <div className="panel list-page">
      <PageActions>
        <Can call={api.definition.importFile}>
          <ImportBpmn onDone={list.refresh} />
        </Can>
      </PageActions>
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => change({ open: row.id })} />
      {opened && <DefinitionDrawer key={opened} id={opened} onClose={() => change({ open: null })} />}
      {target && <MigrateDialog row={target} onClose={() => setTarget(null)} />}
    </div>
  );
}

/** Imports one BPMN 2.0 file as the next version of its process. */
function ImportBpmn({ onDone }: { onDone: () => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const body = new FormData();
      body.append('file', file);
      const { key, versionNo } = await api.definition.importFile({ body });
      toast.success(`已导入 ${key} 第 ${versionNo} 版`);
      await onDone();
    } catch {
      // the caller of the kit has told it
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label="BPMN 文件"
        onChange={(event) => void handleFile(event.target.files?.[0])}
      />
      <Button type="primary" icon={<UploadOutlined />} loading={isBusy} onClick={() => input.current?.click()}>
        导入 BPMN
      </Button>
    </>
  );
}
