import { AlignLeftOutlined, BranchesOutlined, CaretRightOutlined, SaveOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Select, Tooltip } from 'antd';
import { Can } from '#kit/web/can.tsx';
import { api } from './api.ts';

interface ConsoleBarProps {
  sources: readonly { id: string; sourceName: string }[];
  isLoading: boolean;
  sourceId: string | null;
  isRunning: boolean;
  isStopping: boolean;
  onSource: (id: string) => void;
  onRun: () => void;
  onExplain: () => void;
  onStop: () => void;
  onFormat: () => void;
  onSave: () => void;
}

/** What can be done with the statement in the editor. */
export function ConsoleBar(props: ConsoleBarProps) {
  const { sources, sourceId, isRunning } = props;
  return (
    <div className="console-bar">
      <label className="query-field">
        数据源
        <Select
          className="console-source"
          value={sourceId}
          onChange={props.onSource}
          loading={props.isLoading}
          placeholder={props.isLoading ? '加载中' : '没有可用的数据源'}
          options={sources.map((source) => ({ value: source.id, label: source.sourceName }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </label>
      <Can call={api.console.run}>
        <Tooltip title="⌘⏎ / Ctrl+Enter，选中时只执行选中部分">
          <Button type="primary" icon={<CaretRightOutlined />} disabled={sourceId === null} loading={isRunning} onClick={props.onRun}>
            执行
          </Button>
        </Tooltip>
      </Can>
      <Button icon={<StopOutlined />} disabled={!isRunning} loading={props.isStopping} onClick={props.onStop}>
        停止
      </Button>
      <Can call={api.console.run}>
        <Tooltip title="只分析，不执行：数据源准备怎样读取数据">
          <Button icon={<BranchesOutlined />} disabled={sourceId === null || isRunning} onClick={props.onExplain}>
            执行计划
          </Button>
        </Tooltip>
      </Can>
      <Button icon={<AlignLeftOutlined />} title="Shift+Alt+F" onClick={props.onFormat}>
        格式化
      </Button>
      <Can call={api.savedQuery.create}>
        <Button icon={<SaveOutlined />} title="⌘S / Ctrl+S" disabled={sourceId === null} onClick={props.onSave}>
          保存
        </Button>
      </Can>
      <span className="grow" />
      <span className="muted" role="status">
        {isRunning ? '正在执行，可随时停止' : '只读，每条语句最多显示 1000 行'}
      </span>
    </div>
  );
}
