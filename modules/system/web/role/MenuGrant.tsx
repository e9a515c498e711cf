import { Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { buildTree, idsToLevel, withAncestors, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { checkState, toggle } from '../../core/menu-choice.ts';
import { api } from '../api.ts';

type Row = CallReply<typeof api.menu.list>[number];

const parentOf = (row: Row) => row.parentId;

/** The menus and buttons of a role: a button takes its page along, a module everything below it. */
export function MenuGrant({ value, onChange, disabled }: FieldProps) {
  const menus = useCall(api.menu.list);
  const [keyword, setKeyword] = useState('');
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const rows = useMemo(() => menus.data?.filter((row) => row.forEverybody === '0') ?? [], [menus.data]);
  const chosen = useMemo(() => new Set((value as string[] | undefined) ?? []), [value]);
  const states = useMemo(() => checkState(rows, chosen), [rows, chosen]);
  const text = keyword.trim().toLowerCase();
  const nodes = useMemo(
    () => buildTree(text ? withAncestors(rows, (row) => row.menuName.toLowerCase().includes(text), parentOf) : rows, parentOf),
    [rows, text],
  );
  if (menus.error) return <StateView kind="error" error={menus.error} onRetry={() => void menus.refetch()} />;
  if (!menus.data) return <StateView kind="loading" rows={6} />;
  const choose = (id: string, isOn: boolean) => onChange?.([...toggle(rows, chosen, id, isOn)]);
  const leaves = rows.filter((row) => row.menuType !== '0').map((row) => row.id);
  return (
    <div className="grant">
      <div className="grant-head">
        <SearchInput label="搜索菜单或按钮" value={keyword} onChange={setKeyword} />
        <Checkbox
          disabled={disabled}
          checked={leaves.length > 0 && leaves.every((id) => chosen.has(id))}
          onChange={(event) => onChange?.(event.target.checked ? leaves : [])}
        >
          全选
        </Checkbox>
        <span className="muted">已选 {leaves.filter((id) => chosen.has(id)).length} 项</span>
      </div>
      <TreeList
        label="菜单与按钮"
        disabled={disabled ?? false}
        height={360}
        nodes={nodes.map(treeNode)}
        expanded={text ? idsToLevel(nodes, Infinity) : (opened ?? idsToLevel(nodes, 1))}
        onExpand={setOpened}
        checked={{ checked: states.checked, halfChecked: states.half }}
        onCheck={choose}
      />
    </div>
  );
}

const treeNode = (node: Node<Row>): TreeListNode => ({
  key: node.id,
  title: node.menuName,
  name: (
    <span className="grant-node">
      {node.menuName}
      {node.menuType === '2' && <Tag tone="line">按钮</Tag>}
      {node.status === '0' && <Tag tone="idle">已禁用</Tag>}
    </span>
  ),
  children: node.children?.map(treeNode),
});
