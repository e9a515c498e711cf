import { useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';

const FRESH = 60_000;
export interface Chosen {
  readonly typeId: string | null;
  readonly itemId: string | null;
}
interface Props {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** numbers behind the types, by id: rules, or errors; null while they are asked for; without them how many checks there are */
  counts?: ReadonlyMap<string, number> | null;
  /** only items can be chosen, none of them is "all" */
  itemsOnly?: boolean;
}

/** Rule types with their check items, and a field that finds one. */
export function TypeTree({ chosen, onChoose, counts, itemsOnly = false }: Props) {
  const types = useCall(api.ruleType.list, {}, { staleTime: FRESH });
  const items = useCall(api.ruleItem.list, {}, { staleTime: FRESH });
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  if (types.isError || items.isError)
    return (
      <StateView
        kind="error"
        inline
        error={types.error ?? items.error}
        onRetry={() => void Promise.all([types.refetch(), items.refetch()])}
      />
    );
  if (!types.data || !items.data) return <StateView kind="loading" shape="rows" />;
  const word = typed.trim();
  const nodes: TreeListNode[] = types.data.flatMap((type) => {
    const own = items.data.filter(
      (item) => item.ruleTypeId === type.id && (word === '' || item.itemName.includes(word) || item.itemExplain.includes(word)),
    );
    if (own.length === 0) return [];
    const children = own.map((item) => ({ key: `item.${item.id}`, name: item.itemName, title: item.itemExplain }));
    const amount = counts === null ? undefined : counts ? (counts.get(type.id) ?? 0) : own.length;
    return [{ key: `type.${type.id}`, name: type.name, extra: amount, selectable: !itemsOnly, children }];
  });
  const at = items.data.find(({ id }) => id === chosen.itemId)?.ruleTypeId ?? chosen.typeId;
  const expanded = word === '' ? (opened ?? (at ? [`type.${at}`] : [])) : nodes.map(({ key }) => key);
  const choose = (key: string | null) => {
    if (key === null) return itemsOnly ? undefined : onChoose({ typeId: null, itemId: null });
    const id = key.slice(key.indexOf('.') + 1);
    if (key.startsWith('type.')) return onChoose({ typeId: id, itemId: null });
    return onChoose({ typeId: items.data.find((item) => item.id === id)?.ruleTypeId ?? null, itemId: id });
  };
  return (
    <div className="quality-tree">
      <SearchInput label="搜索检查" value={typed} onChange={setTyped} placeholder={`搜索 ${items.data.length} 种检查`} />
      {nodes.length === 0 ? (
        <StateView kind="filtered" inline noun="检查" onClear={() => setTyped('')} />
      ) : (
        <TreeList
          label="规则类型"
          nodes={nodes}
          expanded={expanded}
          onExpand={setOpened}
          selected={chosen.itemId ? `item.${chosen.itemId}` : chosen.typeId ? `type.${chosen.typeId}` : null}
          onSelect={choose}
        />
      )}
    </div>
  );
}
