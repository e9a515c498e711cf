import { Tabs } from 'antd';
import type { BoardConfig } from '../../contract/board-config.ts';

interface Props {
  tabs: BoardConfig['tabs'];
  active: string;
  onChange: (id: string) => void;
}

/** The tabs of a board that has more than one. */
export const BoardTabs = ({ tabs, active, onChange }: Props) => (
  <Tabs className="board-tabs" activeKey={active} onChange={onChange} items={tabs.map(({ id, name }) => ({ key: id, label: name }))} />
);
