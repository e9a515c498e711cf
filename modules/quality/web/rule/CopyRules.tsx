import { Button, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { ColumnsPick, SourcePick, TablePick, TablesPick } from './pickers.tsx';

type Result = CallReply<typeof api.rule.copy>['results'][number];
interface Props {
  rules: readonly { readonly id: string; readonly ruleSourceId: string; readonly ruleTableId: string }[];
  onClose: () => void;
}

interface Places {
  readonly how: 'tables' | 'columns';
  readonly sourceId: string | null;
  readonly tableIds: readonly string[];
  readonly tableId: string | null;
  readonly columnIds: readonly string[];
}
const NOWHERE = { tableIds: [], tableId: null, columnIds: [] } as const;
const targetsOf = ({ how, tableIds, tableId, columnIds }: Places): { tableId: string; columnId?: string }[] => {
  if (how === 'tables') return tableIds.map((id) => ({ tableId: id }));
  return tableId === null ? [] : columnIds.map((columnId) => ({ tableId, columnId }));
};

/** 复制规则: where to, then what became of each. */
export function CopyRules({ rules, onClose }: Props) {
  useReturnFocus();
  const [places, setPlaces] = useState<Places>({ how: 'tables', sourceId: rules[0]?.ruleSourceId ?? null, ...NOWHERE });
  const copy = useWrite(api.rule.copy, {
    refreshes: [api.rule.page, api.ruleType.report],
    onSuccess({ results }) {
      const made = results.filter(({ state }) => state === 'made').length;
      if (made > 0) toast.success(`新增 ${count(made)} 条规则`);
      else toast.warning('没有新增规则，原因见列表');
    },
  });
  const targets = targetsOf(places);
  const results = copy.data?.results;
  const footer = results ? (
    <Button type="primary" onClick={onClose}>
      完成
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{uiTexts.cancel}</Button>
      <Button
        type="primary"
        loading={copy.isPending}
        disabled={targets.length === 0}
        onClick={() => copy.mutate({ body: { ids: rules.map(({ id }) => id), targets } })}
      >
        {targets.length === 0 ? '复制' : `复制到 ${count(targets.length)} 处`}
      </Button>
    </>
  );
  return (
    <Modal open title={`复制 ${count(rules.length)} 条规则`} width={640} onCancel={onClose} destroyOnHidden footer={footer}>
      {results ? (
        <Results results={results} />
      ) : (
        <PlacePick places={places} change={(some) => setPlaces((before) => ({ ...before, ...some }))} />
      )}
    </Modal>
  );
}

function PlacePick({ places, change }: { places: Places; change: (some: Partial<Places>) => void }) {
  return (
    <div className="quality-fields in-panel">
      <div className="quality-field wide">
        <Segmented<'tables' | 'columns'>
          aria-label="复制到"
          value={places.how}
          onChange={(how) => change({ how })}
          options={[
            { value: 'tables', label: '其他表的同名字段' },
            { value: 'columns', label: '一张表的其他字段' },
          ]}
        />
      </div>
      <div className="quality-field wide">
        <label htmlFor="copy-source">数据源</label>
        <SourcePick id="copy-source" value={places.sourceId} onChange={(sourceId) => change({ sourceId, ...NOWHERE })} />
      </div>
      {places.how === 'tables' ? (
        <div className="quality-field wide">
          <label htmlFor="copy-tables">数据表</label>
          <TablesPick id="copy-tables" sourceId={places.sourceId} value={places.tableIds} onChange={(tableIds) => change({ tableIds })} />
          <small>字段按名称对应：没有同名字段或类型不符的不会复制，并说明原因</small>
        </div>
      ) : (
        <>
          <div className="quality-field wide">
            <label htmlFor="copy-table">数据表</label>
            <TablePick
              id="copy-table"
              sourceId={places.sourceId}
              value={places.tableId}
              onChange={(tableId) => change({ tableId, columnIds: [] })}
            />
          </div>
          <div className="quality-field wide">
            <label htmlFor="copy-columns">字段</label>
            <ColumnsPick
              id="copy-columns"
              tableId={places.tableId}
              value={places.columnIds}
              onChange={(columnIds) => change({ columnIds })}
            />
          </div>
        </>
      )}
    </div>
  );
}

const STATES = { made: '已复制', exists: '已有', refused: '未复制' } as const;
const TONES = { made: 'ok', exists: 'idle', refused: 'bad' } as const;

function Results({ results }: { results: readonly Result[] }) {
  return (
    <div className="quality-rows quality-copied">
      <div className="quality-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">规则</th>
              <th scope="col">复制到</th>
              <th scope="col">结果</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ ruleId, ruleName, tableId, columnId, target, state, copyId, message }) => (
              <tr key={`${ruleId} ${tableId} ${columnId ?? ''}`}>
                <td>{ruleName}</td>
                <td className="mono">{target}</td>
                <td>
                  <Tag tone={TONES[state]}>{STATES[state]}</Tag> {message}{' '}
                  {copyId !== null && <Link to={`/quality/checkrule?open=detail-${copyId}`}>查看</Link>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
