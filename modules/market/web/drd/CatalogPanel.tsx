import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { SidePanel } from '#kit/web/parts/SidePanel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { buildTree, idsToLevel, withAncestors, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { CatalogDialog, type CatalogEdit } from './CatalogDialog.tsx';
import { parentOf, type Catalog } from './catalogs.ts';

const nodeOf = (node: Node<Catalog>): TreeListNode => ({
  key: node.id,
  name: node.catalogName,
  title: `${node.catalogName} ${node.catalogCode}`,
  extra: count(node.count),
  children: node.children?.map(nodeOf),
});
interface Props {
  selected: string | null;
  onSelect: (id: string | null) => void;
}
/** 类、项、目、细目 with how many resources are in each. */
export function CatalogPanel({ selected, onSelect }: Props) {
  const { data, error, refetch } = useCall(api.drd.tree, {});
  const [keyword, setKeyword] = useState('');
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const rows = data ?? [];
  const word = keyword.trim();
  const found = word === '' ? rows : withAncestors(rows, (row) => `${row.catalogName} ${row.catalogCode}`.includes(word), parentOf);
  const nodes = buildTree(found, parentOf);
  const chosen = rows.find(({ id }) => id === selected);
  const all = rows.filter(({ parentId }) => parentId === null).reduce((sum, row) => sum + row.count, 0);
  return (
    <SidePanel chosen={chosen?.catalogName ?? '全部资源'} label="资源分类">
      {(close) => (
        <>
          <SearchInput label="搜索类、项、目" value={keyword} onChange={setKeyword} />
          {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
          <TreeList
            label="资源分类"
            nodes={[{ key: '', name: '全部资源', extra: count(all) }, ...nodes.map(nodeOf)]}
            expanded={word === '' ? (opened ?? idsToLevel(nodes, 1)) : idsToLevel(nodes, Infinity)}
            onExpand={setOpened}
            selected={selected ?? ''}
            onSelect={(_, clicked) => {
              onSelect(clicked === '' ? null : clicked);
              close();
            }}
          />
          <ClassSteps rows={rows} chosen={chosen} onSelect={onSelect} />
        </>
      )}
    </SidePanel>
  );
}

interface StepsProps {
  rows: readonly Catalog[];
  chosen: Catalog | undefined;
  onSelect: Props['onSelect'];
}
/** A class is added below the chosen one; the chosen one is named anew, moved among its neighbours, or deleted while nothing hangs on it. */
function ClassSteps({ rows, chosen, onSelect }: StepsProps) {
  const [editing, setEditing] = useState<CatalogEdit | null>(null);
  const refresh = useRefresh();
  const remove = async ({ id, catalogName, parentId }: Catalog) => {
    const send = () => api.drd.removeCatalog({ params: { id } }, { overlay: false });
    if (!(await confirmLoss('删除', `删除资源分类“${catalogName}”？没有下级分类、也没有编目过资源的分类才能删除。`, send))) return;
    toast.success('已删除分类');
    onSelect(parentId);
    await refresh(api.drd.tree);
  };
  return (
    <>
      <div className="drd-classes">
        <Can call={api.drd.createCatalog}>
          <Button type="text" size="small" icon={<PlusOutlined />} onClick={() => setEditing({ parentId: chosen?.id ?? null })}>
            新增分类
          </Button>
        </Can>
        {chosen && (
          <>
            <Can call={api.drd.updateCatalog}>
              <Button type="text" size="small" onClick={() => setEditing({ row: chosen })}>
                修改
              </Button>
            </Can>
            <Can call={api.drd.removeCatalog}>
              <Button type="text" size="small" danger onClick={() => void remove(chosen)}>
                删除
              </Button>
            </Can>
          </>
        )}
      </div>
      {editing && <CatalogDialog edit={editing} rows={rows} onClose={() => setEditing(null)} />}
    </>
  );
}
