import { Button, Input, InputNumber, Segmented, Switch } from 'antd';
import { useDeferredValue, useState } from 'react';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { TypeTree } from '../TypeTree.tsx';
import { bodyOf, draftOf, EMPTY, withoutRelated, type Detail, type Draft, type Item } from './draft.ts';
import { Field } from './Field.tsx';
import { Meaning } from './Meaning.tsx';
import { Parameters, type PartProps } from './Parameters.tsx';
import { ColumnPick, SourcePick, TablePick } from './pickers.tsx';
import { CHECK } from './problems.ts';
import { useSave } from './use-save.ts';
import { TrialPanel } from './TrialPanel.tsx';

const FRESH = 60_000;

/** A new rule, or a stored one: the check at the left, its meaning and form in the middle, what it finds at the right. */
export function RuleEditor({ id, onClose }: { id: string | null; onClose: () => void }) {
  const items = useCall(api.ruleItem.list, {}, { staleTime: FRESH });
  const stored = useCall(api.rule.get, { params: { id: id ?? '' } }, { enabled: id !== null });
  if (items.isError || stored.isError)
    return (
      <StateView
        kind="error"
        className="panel"
        error={items.error ?? stored.error}
        more={<Button onClick={onClose}>返回列表</Button>}
        onRetry={() => void Promise.all([items.refetch(), stored.refetch()])}
      />
    );
  if (!items.data || (id !== null && !stored.data)) return <StateView kind="loading" className="panel" />;
  return <Editor key={`${id} ${stored.data?.version}`} items={items.data} stored={stored.data ?? null} onClose={onClose} />;
}

function Editor({ items, stored, onClose }: { items: readonly Item[]; stored: Detail | null; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(() =>
    stored
      ? draftOf(
          stored,
          items.find(({ id }) => id === stored.ruleItemId),
        )
      : EMPTY,
  );
  const change = (some: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...some }));
    saving.forget();
  };
  const item = items.find(({ id }) => id === draft.itemId);
  const body = useDeferredValue(bodyOf(draft, item));
  const asked = body && {
    ruleSourceId: body.ruleSourceId,
    ruleTableId: body.ruleTableId,
    ruleColumnId: body.ruleColumnId,
    ruleConfig: body.ruleConfig,
  };
  const meaning = useCall(api.rule.sentence, { body: asked! }, { enabled: asked !== null, keepPrevious: true });
  const attempt = useWrite(api.rule.preview, { overlay: false, quiet: true });
  const saving = useSave({ draft, item, stored, onClose });
  const problem = asked === null ? null : (meaning.data?.ruleProblem ?? null);
  const { problems } = saving;
  return (
    <div className="panel quality-editor">
      <PageActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={saving.isBusy} onClick={() => void saving.save()}>
          {draft.isOn ? '保存并启用' : '保存'}
        </Button>
      </PageActions>
      <aside aria-label="检查">
        <TypeTree
          itemsOnly
          chosen={{ typeId: item?.ruleTypeId ?? null, itemId: draft.itemId }}
          onChoose={({ itemId }) => change({ itemId, config: {}, relatedSourceId: null, nulls: null })}
        />
      </aside>
      <div className="quality-form">
        <div className="quality-sentence">
          <small>这条规则的意思</small>
          <Meaning draft={draft} item={item} data={asked === null ? undefined : meaning.data} isWanted={problems.has(CHECK)} />
        </div>
        <div className="quality-fields">
          <About draft={draft} item={item} change={change} problems={problems} />
          <Parameters draft={draft} item={item} change={change} problems={problems} />
          <Judging draft={draft} change={change} />
        </div>
      </div>
      <TrialPanel
        trial={attempt.data}
        error={attempt.error}
        isBusy={attempt.isPending}
        onTry={body && problem === null ? () => attempt.mutate({ body: { ...body, id: stored?.id ?? null } }) : null}
        sql={problem === null ? (meaning.data?.ruleSql ?? null) : null}
        isStrong={draft.isStrong}
        stored={stored}
      />
    </div>
  );
}

function About({ draft, item, change, problems }: PartProps) {
  return (
    <>
      <Field id="rule-name" label="规则名称" isRequired problem={problems.get('rule-name')} place="wide">
        <Input
          id="rule-name"
          maxLength={100}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          placeholder="例如 员工身份证号有效"
        />
      </Field>
      <Field id="rule-source" label="数据源" isRequired problem={problems.get('rule-source')}>
        <SourcePick
          id="rule-source"
          value={draft.sourceId}
          onChange={(sourceId) =>
            change({
              sourceId,
              tableId: null,
              columnId: null,
              ...(draft.relatedSourceId === null && { config: withoutRelated(draft.config) }),
            })
          }
        />
      </Field>
      <Field id="rule-table" label="数据表" isRequired problem={problems.get('rule-table')}>
        <TablePick
          id="rule-table"
          sourceId={draft.sourceId}
          value={draft.tableId}
          onChange={(tableId) => change({ tableId, columnId: null })}
        />
      </Field>
      {item?.target === 'column' && (
        <Field
          id="rule-column"
          label="字段"
          isRequired
          problem={problems.get('rule-column')}
          hint={item.needsLiteral ? '按取值检查：敏感字段需要您有明文查看权限' : undefined}
        >
          <ColumnPick id="rule-column" tableId={draft.tableId} value={draft.columnId} onChange={(columnId) => change({ columnId })} />
        </Field>
      )}
    </>
  );
}

function Judging({ draft, change }: Pick<PartProps, 'draft' | 'change'>) {
  const levels = useCall(api.ruleLevel.list, {}, { staleTime: FRESH });
  return (
    <>
      <h3>判定与处理</h3>
      <Field id="rule-threshold" label="通过线" hint="合格行达到此比例时只警告；全部合格为通过">
        <InputNumber
          id="rule-threshold"
          className="quality-wide"
          min={0}
          max={100}
          suffix="%"
          value={draft.threshold}
          onChange={(threshold) => change({ threshold: threshold ?? 100 })}
        />
      </Field>
      <Field id="rule-level" label="严重程度">
        <Segmented
          id="rule-level"
          value={draft.levelId}
          onChange={(levelId) => change({ levelId })}
          options={(levels.data ?? []).map((level) => ({ value: level.id, label: level.name }))}
        />
      </Field>
      <Field id="rule-strong" label="强规则" hint="不通过时拦住等待结果的下游任务">
        <Switch id="rule-strong" checked={draft.isStrong} onChange={(isStrong) => change({ isStrong })} />
      </Field>
      <Field id="rule-weight" label="规则权重" hint="计算评分时使用">
        <InputNumber
          id="rule-weight"
          className="quality-wide"
          min={0}
          max={1000}
          value={draft.weight}
          onChange={(weight) => change({ weight: weight ?? 1 })}
        />
      </Field>
      <Field id="rule-on" label="启用" hint="禁用的规则不随任务执行">
        <Switch id="rule-on" checked={draft.isOn} onChange={(isOn) => change({ isOn })} />
      </Field>
      <Field id="rule-remark" label="备注" place="wide">
        <Input.TextArea
          id="rule-remark"
          maxLength={500}
          rows={2}
          value={draft.remark}
          onChange={(event) => change({ remark: event.target.value })}
        />
      </Field>
    </>
  );
}
