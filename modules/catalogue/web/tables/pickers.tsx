import { Select, TreeSelect } from 'antd';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface Props<V> {
  value?: V;
  onChange?: (value: V) => void;
  id?: string;
  autoFocus?: boolean;
}
type Domain = CallReply<typeof api.domain.list>[number];
interface Choice {
  value: string;
  title: string;
  disabled: boolean;
  children?: Choice[];
}
const choicesOf = (nodes: readonly Node<Domain>[]): Choice[] =>
  nodes.map((node) => ({
    value: node.id,
    title: node.domainName,
    disabled: node.status === '0',
    ...(node.children ? { children: choicesOf(node.children) } : {}),
  }));

/** 主题域: one of the tree. */
export function DomainSelect({ value, onChange, id }: Props<string | null>) {
  const { data, isFetching } = useCall(api.domain.list, {}, { staleTime: 60_000 });
  return (
    <TreeSelect<string>
      id={id}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      loading={isFetching}
      placeholder="选择主题域"
      notFoundContent="还没有主题域"
      treeData={choicesOf(buildTree(data ?? [], (row) => row.parentId))}
      value={value ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}

/** 标签: several. */
export function TagSelect({ value, onChange, id }: Props<string[]>) {
  const { data, isFetching } = useCall(api.tag.list, {}, { staleTime: 60_000 });
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      allowClear
      loading={isFetching}
      placeholder="选择标签"
      notFoundContent="还没有标签"
      showSearch={{ optionFilterProp: 'label' }}
      options={(data ?? []).map((tag) => ({ value: tag.id, label: tag.tagName }))}
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** 数据分类: one, with the level that it brings. */
export function ClassSelect({ value, onChange, id }: Props<string | null>) {
  const { data, isFetching } = useCall(api.classify.list, {}, { staleTime: 60_000 });
  return (
    <Select<string>
      id={id}
      allowClear
      loading={isFetching}
      placeholder="选择分类"
      showSearch={{ optionFilterProp: 'label' }}
      options={(data ?? [])
        .filter((one) => one.status === '1')
        .map((one) => ({ value: one.id, label: `${one.className}（${one.level}）` }))}
      value={value ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
