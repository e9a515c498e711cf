import { Alert, Button, Drawer, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { conflictOf } from '#kit/web/conflict/conflict.ts';
import { toast } from '#kit/web/dialog.tsx';
import { measures } from '#kit/web/theme.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { SourceSelect, TableSelect } from '#modules/standards/web/parts.ts';
import type { MapColumn, SourceMap } from '../../contract/map.ts';
import type { Model } from '../../contract/model.ts';
import { api, catalogue } from '../api.ts';
import { LoadPlanFields } from './LoadPlanFields.tsx';
import { MapField as Field } from './MapField.tsx';
import { ColumnSelectByName } from './ColumnSelectByName.tsx';
import { draftOfMap, mapColumns, NEW_MAP, sameNames, type MapDraft } from './map-draft.ts';

const STEPS = [
  { value: 'trim' as const, label: '去首尾空格' },
  { value: 'half' as const, label: '全角转半角' },
  { value: 'upper' as const, label: '转大写' },
  { value: 'digits' as const, label: '只留数字' },
  { value: 'blank' as const, label: '无意义值置空' },
];

/** The first thing that a mapping lacks. */
function missingOf({ sourceId, tableId, keyColumn, columns }: MapDraft): string | null {
  if (!sourceId) return '数据源';
  if (!tableId) return '数据表';
  if (!keyColumn) return '来源编号字段';
  return columns.size === 0 ? '至少一列映射' : null;
}

interface Props {
  model: Model;
  map: SourceMap | null;
  onClose: () => void;
}
/** Which column of a source table becomes which of the model, and how its values are cleaned on the way. */
export function MapDrawer({ model, map, onClose }: Props) {
  const [draft, setDraft] = useState<MapDraft>(() => (map ? draftOfMap(map) : NEW_MAP));
  const [problem, setProblem] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const letGo = useUnsaved(isDirty);
  const put = (part: Partial<MapDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setDirty(true);
    setProblem(null);
  };
  const done = {
    refreshes: [api.map.list],
    quiet: true,
    onSuccess: () => {
      toast.success('已保存');
      letGo();
      onClose();
    },
    onError: (error: Error) => setProblem(conflictOf(error) ? '这条接入已被他人修改，请关闭后重新打开再改' : error.message),
  };
  const create = useWrite(api.map.create, done);
  const update = useWrite(api.map.update, done);
  const { sourceId, tableId, keyColumn } = draft;
  const missing = missingOf(draft);
  const send = useOnce(create.isPending || update.isPending, (body: Parameters<typeof create.mutate>[0]['body']) => {
    if (map) update.mutate({ params: { id: map.id }, body: { ...body, version: map.version } });
    else create.mutate({ params: { modelId: model.id }, body });
  });
  const save = () => {
    if (!sourceId || !tableId || !keyColumn || missing) {
      setProblem(`还差：${missing}`);
      return;
    }
    send({ ...draft, sourceId, tableId, keyColumn, columns: mapColumns(draft.columns) });
  };
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  return (
    <Drawer
      open
      size={measures.drawer}
      title={map ? '修改接入' : '新增接入'}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
      footer={
        <div className="form-foot">
          {problem && (
            <span className="problems" role="alert">
              {problem}
            </span>
          )}
          <div className="actions">
            <Button onClick={() => void close()}>取消</Button>
            <Button type="primary" loading={create.isPending || update.isPending} onClick={save}>
              保存
            </Button>
          </div>
        </div>
      }
    >
      <MapFields {...{ draft, put }} />
      <LoadPlanFields {...{ draft, put }} />
      {tableId && <Mapping {...{ model, tableId, draft, put }} />}
    </Drawer>
  );
}

type Put = (part: Partial<MapDraft>) => void;
/** Which table it is, by what its rows are known, and how it stands among others. */
function MapFields({ draft, put }: { draft: MapDraft; put: Put }) {
  const { sourceId, tableId, keyColumn } = draft;
  return (
    <div className="form-grid md-map-form">
      <Field label="数据源">
        {(id) => (
          <SourceSelect
            id={id}
            value={sourceId}
            onChange={(next: string) =>
              put({ sourceId: next, tableId: undefined, keyColumn: undefined, watermarkColumn: null, columns: new Map() })
            }
          />
        )}
      </Field>
      <Field label="数据表">
        {(id) => (
          <TableSelect
            id={id}
            sourceId={sourceId}
            value={tableId}
            onChange={(next: string) => put({ tableId: next, keyColumn: undefined, watermarkColumn: null, columns: new Map() })}
          />
        )}
      </Field>
      <Field label="来源编号字段">
        {(id) => (
          <ColumnSelectByName id={id} tableId={tableId} value={keyColumn} onChange={(next) => put({ keyColumn: next ?? undefined })} />
        )}
      </Field>
      <Field label="名称" note="空缺时用表名">
        {(id) => <Input id={id} maxLength={50} value={draft.mapName} onChange={(event) => put({ mapName: event.target.value })} />}
      </Field>
      <Field label="来源优先级" note="1 最优先">
        {(id) => (
          <InputNumber id={id} min={1} max={99} precision={0} value={draft.priority} onChange={(next) => put({ priority: next ?? 50 })} />
        )}
      </Field>
      <Field label="启用">
        {(id) => <Switch id={id} checked={draft.status === '1'} onChange={(on) => put({ status: on ? '1' : '0' })} />}
      </Field>
    </div>
  );
}

interface MappingProps {
  model: Model;
  tableId: string;
  draft: MapDraft;
  put: Put;
}
function Mapping({ model, tableId, draft, put }: MappingProps) {
  const { data = [], error } = useCall(catalogue.column.list, { query: { tableId } }, { staleTime: 60_000 });
  const coded = new Set(model.codeRules.map(({ columnName }) => columnName));
  const targets = model.modelColumns.filter(({ isSystem, columnName }) => isSystem === '0' && !coded.has(columnName));
  const set = (to: string, part: Pick<MapColumn, 'from' | 'steps'> | null) => {
    const columns = new Map(draft.columns);
    if (part === null) columns.delete(to);
    else columns.set(to, part);
    put({ columns });
  };
  return (
    <section aria-label="列映射">
      <h3 className="form-section">
        列映射{' '}
        <small>
          已映射 {draft.columns.size} / {targets.length}
        </small>
        <Button size="small" onClick={() => put({ columns: new Map([...sameNames(targets, data), ...draft.columns]) })}>
          按名称自动映射
        </Button>
      </h3>
      {error && <Alert type="error" showIcon title={error.message} />}
      <table className="md-plain md-mapping">
        <thead>
          <tr>
            <th>模型列</th>
            <th>来源字段</th>
            <th>清洗</th>
          </tr>
        </thead>
        <tbody>
          {targets.map(({ columnName, columnComment, isRequired }) => {
            const mapped = draft.columns.get(columnName);
            return (
              <tr key={columnName}>
                <td>
                  {columnComment}
                  {isRequired === '1' && <span className="form-mark">*</span>}
                  <br />
                  <span className="mono muted">{columnName}</span>
                </td>
                <td>
                  <ColumnSelectByName
                    label={`${columnComment}的来源字段`}
                    tableId={tableId}
                    value={mapped?.from}
                    onChange={(from) => set(columnName, from === null ? null : { from, steps: mapped?.steps ?? ['trim'] })}
                  />
                </td>
                <td>
                  <Select
                    mode="multiple"
                    aria-label={`${columnComment}的清洗`}
                    disabled={!mapped}
                    placeholder="不处理"
                    maxTagCount="responsive"
                    options={STEPS}
                    value={mapped?.steps ?? []}
                    onChange={(steps) => mapped && set(columnName, { ...mapped, steps })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
