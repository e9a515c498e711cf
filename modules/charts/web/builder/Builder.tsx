import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { readChart } from '../../core/chart/read-chart.ts';
import { openDesign, isChanged, unsavedSteps } from '#kit/web/designer/open-document.ts';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { DocumentVersions, EditorsHere } from '#modules/library/web/parts.ts';
import { Canvas } from './Canvas.tsx';
import { chartDiff } from './chart-diff.ts';
import { ChartDesk, useChartWork } from './ChartDesk.tsx';
import { DataDrawer } from './DataDrawer.tsx';
import { SqlDrawer } from './SqlDrawer.tsx';
import { useBuild, useBuildStore } from './store.ts';
import { TopActions } from './TopActions.tsx';
import { useSaveChart } from './use-save.tsx';

/** The open builder of a stored chart. Without the right to change it nothing is saved. */
export function Builder({ canEdit }: { canEdit: boolean }) {
  const store = useBuildStore();
  const navigate = useNavigate();
  const isDirty = useBuild(isChanged);
  const work = useChartWork();
  const { feed, lacks, problem, fields } = work;
  const [open, setOpen] = useState<'data' | 'sql' | 'versions' | null>(null);
  useUnsaved(isDirty && canEdit);
  const { save, stateOf, dialog, hear } = useSaveChart();
  const unsaved = useBuild(unsavedSteps);
  const document = useMemo(() => openDesign(store), [store]);
  const steps = useSteps(store);
  const name = useBuild((state) => state.name);
  useDesignKeys(store, () => void (isDirty && canEdit && save()));

  return (
    <div className="designer">
      <StudioShell
        kind="图表"
        name={name}
        onRename={canEdit ? store.getState().rename : undefined}
        onBack={() => closeWindow('/visual/datachart', (path) => void navigate(path))}
        save={canEdit ? stateOf(unsaved) : { kind: 'readOnly' }}
        {...steps}
        people={canEdit && <EditorsHere kind="chart" id={store.getState().id} version={() => store.getState().version} onNewer={hear} />}
        extra={<TopActions isReady={lacks.length === 0} onData={() => setOpen('data')} onSql={() => setOpen('sql')} />}
        onVersions={() => setOpen('versions')}
        onSave={() => void save()}
        reading={<Canvas feed={feed} lacks={lacks} problem={problem} fields={fields} isRead />}
      >
        <ChartDesk work={work} />
      </StudioShell>
      {open === 'data' && <DataDrawer feed={feed} onClose={() => setOpen(null)} />}
      {open === 'sql' && <SqlDrawer onClose={() => setOpen(null)} />}
      {open === 'versions' && (
        <DocumentVersions
          kind="chart"
          id={store.getState().id}
          document={document}
          read={readChart}
          diff={chartDiff}
          onClose={() => setOpen(null)}
        />
      )}
      {dialog}
    </div>
  );
}
