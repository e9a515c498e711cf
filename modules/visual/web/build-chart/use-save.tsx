import { Button, Modal } from 'antd';
import { useState, type ReactNode, type RefObject } from 'react';
import { createClient } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { CallError, send } from '#kit/web/send.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import { diffCharts } from '../../core/doc/diff.ts';
import { readChart } from '../../core/doc/read-chart.ts';
import type { ChartHandle } from '../chart/ChartView.tsx';
import { useBuildStore } from './store.ts';
import { thumbnailOf } from './thumbnail.ts';

const api = createClient({ chart: chartCalls }, send);
/** A picture never keeps a chart from being saved. */
const PICTURE_MS = 3000;

async function pictureOf(handle: ChartHandle | null): Promise<string | null> {
  if (!handle) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PICTURE_MS));
  try {
    const png = await Promise.race([handle.toPng(1), late]);
    return png === null ? null : await thumbnailOf(png);
  } catch {
    return null;
  }
}

/** Saves the chart with a small picture; when somebody else saved meanwhile, asks what is to hold. */
export function useSave(picture: RefObject<ChartHandle | null>): { save: () => void; isSaving: boolean; dialog: ReactNode } {
  const store = useBuildStore();
  const refresh = useRefresh();
  const [isSaving, setSaving] = useState(false);
  const [other, setOther] = useState<{ text: string | null; version: number } | null>(null);

  const put = async (version: number) => {
    const { id, name, config } = store.getState();
    const text = JSON.stringify(config);
    setSaving(true);
    try {
      const chartThumbnail = await pictureOf(picture.current);
      const done = await api.chart.build(
        { params: { id }, body: { chartConfig: text, chartName: name, version, ...(chartThumbnail && { chartThumbnail }) } },
        { quiet: true },
      );
      store.getState().keep(done.version, text, name);
      setOther(null);
      toast.success('保存成功');
      void refresh(api.chart.page);
    } catch (error) {
      if (error instanceof CallError && error.status === 409) {
        const theirs = await api.chart.get({ params: { id } }, { quiet: true }).catch(() => null);
        if (theirs) {
          setOther({ text: theirs.chartConfig, version: theirs.version });
          return;
        }
      }
      toast.error(error instanceof Error ? error.message : '保存失败');
    } finally {
      setSaving(false);
    }
  };
  const theirs = other && readChart(other.text);
  const dialog = other && (
    <Modal
      open
      title="图表已被他人修改"
      onCancel={() => setOther(null)}
      footer={
        <>
          <Button onClick={() => setOther(null)}>返回修改</Button>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (theirs) store.getState().take('采用对方的版本', theirs, other.version, JSON.stringify(theirs));
              setOther(null);
            }}
          >
            采用对方
          </Button>
          <Button type="primary" danger loading={isSaving} onClick={() => void put(other.version)}>
            覆盖
          </Button>
        </>
      }
    >
      <p>您打开之后，有人保存了这个图表。两个版本的差异：</p>
      <ul className="cb-diff">
        {diffCharts(theirs, store.getState().config).map((one) => (
          <li key={one.name}>{one.name}</li>
        ))}
      </ul>
    </Modal>
  );
  return { save: () => void (isSaving || put(store.getState().version)), isSaving, dialog };
}
