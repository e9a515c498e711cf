import { TreeSelect, type TreeSelectProps } from 'antd';
import type { TreeOption } from '../table/types.ts';

type Props = Omit<TreeSelectProps, 'treeData'> & { nodes: readonly TreeOption[] };

/** A choice among the nodes of a tree, found by typing. */
export default function TreeChoice({ nodes, ...props }: Props) {
  return (
    <TreeSelect
      treeData={[...nodes]}
      fieldNames={{ label: 'label' }}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'label' }}
      {...props}
    />
  );
}
