import { CodeOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';

/** What the bar of the chart builder has besides that of every builder: the rows behind the chart, and the statement that brings them. */
export function TopActions({ isReady, onData, onSql }: { isReady: boolean; onData: () => void; onSql: () => void }) {
  return (
    <>
      <Button type="text" icon={<TableOutlined />} disabled={!isReady} onClick={onData}>
        数据
      </Button>
      <Button type="text" icon={<CodeOutlined />} disabled={!isReady} onClick={onSql}>
        SQL
      </Button>
    </>
  );
}
