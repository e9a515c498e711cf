import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, Tooltip } from 'antd';
import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import { useCan } from '#kit/web/can.tsx';
import { isChanged } from '#kit/web/designer/open-document.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { send } from '#kit/web/send.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import { readChart } from '../../core/chart/read-chart.ts';
import { ChartDesk, useChartWork } from './ChartDesk.tsx';
import { BuildContext, makeBuild, useBuild, useBuildStore } from './store.ts';
import { useSaveChart } from './use-save.tsx';

const api = createClient({ chart: chartCalls }, send);

/** A chart with the name that its tile carries. */
export interface NamedChart {
  readonly name: string;
  readonly config: ChartConfig;
}
interface Props {
  /** the chart as the document shows it now */
  start: NamedChart;
  /** the stored chart that the document refers to; null = the chart is a part of the document */
  chartId: string | null;
  /** what the document is called: 看板 */
  holder: string;
  /** the chart becomes a part of the document */
  onKeep: (chart: NamedChart) => void;
  /** the stored chart was saved; what it is called, and was before */
  onStored: (name: string, before: string) => void;
  onClose: () => void;
}

/** The chart builder over the builder of a document: nobody leaves the document to make or change one of its charts. */
export function ChartEditor(props: Props) {
  const can = useCan();
  const { chartId, start } = props;
  if (chartId !== null && can(api.chart.build)) return <StoredEditor {...props} chartId={chartId} />;
  return <EditorWindow {...props} opened={{ id: '', version: 0, ...start }} useCount={null} />;
}

/** A stored chart is read anew: what the document shows of it may be older than what others saved. */
function StoredEditor(props: Props & { chartId: string }) {
  const found = useCall(api.chart.get, { params: { id: props.chartId } }, { staleTime: 0 });
  const [row, setRow] = useState<CallReply<typeof api.chart.get> | null>(null);
  // saving reads it again, which must not close the window
  if (row === null && found.data && !found.isFetching) setRow(found.data);
  if (row === null)
    return (
      <Drawer open size="100%" title="编辑图表" onClose={props.onClose}>
        {found.error ? (
          <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <StateView kind="loading" rows={8} />
        )}
      </Drawer>
    );
  const opened = { id: row.id, version: row.version, name: row.chartName, config: readChart(row.chartConfig) ?? props.start.config };
  return <EditorWindow {...props} opened={opened} useCount={row.canEdit ? row.useCount : null} />;
}

interface WindowProps extends Props {
  opened: Parameters<typeof makeBuild>[0];
  /** how many documents show the stored chart; null = it cannot be saved */
  useCount: number | null;
}
/** The store lives as long as the window, whatever is read again meanwhile. */
function EditorWindow({ opened, ...rest }: WindowProps) {
  const [store] = useState(() => makeBuild(opened));
  return (
    <BuildContext value={store}>
      <Editing {...rest} />
    </BuildContext>
  );
}

function Editing({ chartId, holder, useCount, onKeep, onStored, onClose }: Omit<WindowProps, 'opened' | 'start'>) {
  const store = useBuildStore();
  const work = useChartWork();
  const isDirty = useBuild(isChanged);
  const name = useBuild((state) => state.name);
  const before = useBuild((state) => state.savedName);
  const release = useUnsaved(isDirty);
  const { save, isSaving, dialog } = useSaveChart();
  const lacks = name.trim() === '' ? ['填写图表名称', ...work.lacks] : work.lacks;
  const keep = () => {
    release();
    onKeep({ name: name.trim(), config: store.getState().config });
  };
  const saveStored = async () => {
    if (!(await save())) return;
    release();
    onStored(store.getState().name, before);
  };
  const finish = useCount === null ? keep : () => void saveStored();
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  useDesignKeys(store, () => lacks.length === 0 && finish());
  return (
    <Drawer
      open
      size="100%"
      rootClassName="cb-over"
      onClose={() => void close()}
      title={<EditorName isFixed={chartId !== null && useCount === null} />}
      extra={
        <>
          <Steps />
          {useCount !== null && (
            <Tooltip title={`原图表不变，${holder}改用这里的副本`}>
              <Button disabled={lacks.length > 0} onClick={keep}>
                只用于本{holder}
              </Button>
            </Tooltip>
          )}
          <Tooltip title={lacks.join('；')}>
            <Button type="primary" loading={isSaving} disabled={lacks.length > 0} onClick={finish}>
              {useCount === null ? '完成' : '保存图表'}
            </Button>
          </Tooltip>
        </>
      }
    >
      {chartId !== null && <StoredNote holder={holder} useCount={useCount} />}
      <ChartDesk work={work} />
      {dialog}
    </Drawer>
  );
}

/** What saving means for other documents that show the chart. */
function StoredNote({ holder, useCount }: { holder: string; useCount: number | null }) {
  if (useCount === null)
    return (
      <p className="cb-over-note" role="note">
        没有修改原图表的权限，完成后本{holder}改用这里的副本。
      </p>
    );
  if (useCount < 2) return null;
  return (
    <p className="cb-over-note" role="note">
      该图表用于 {useCount} 个看板或大屏，保存后它们都会改变。
    </p>
  );
}

function EditorName({ isFixed }: { isFixed: boolean }) {
  const store = useBuildStore();
  const name = useBuild((state) => state.name);
  if (isFixed) return <>{name}</>;
  return (
    <Input
      className="cb-over-name"
      aria-label="图表名称"
      placeholder="图表名称"
      maxLength={64}
      value={name}
      onChange={(event) => store.getState().rename(event.target.value)}
    />
  );
}

function Steps() {
  const { undo, redo } = useSteps(useBuildStore());
  return (
    <>
      <Button type="text" icon={<UndoOutlined />} aria-label="撤销" title="撤销 Ctrl Z" disabled={!undo.can} onClick={undo.run} />
      <Button type="text" icon={<RedoOutlined />} aria-label="重做" title="重做 Ctrl Y" disabled={!redo.can} onClick={redo.run} />
    </>
  );
}
