import { EyeInvisibleOutlined, EyeOutlined, FunctionOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Checkbox, Space, Tooltip } from 'antd';
import { Suspense, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { BrokenField } from '../../contract/data-set.ts';
import type { Field } from '../../contract/field.ts';
import { AGGREGATES, TYPE_LABELS, TYPE_MARKS } from '../sets/kinds.tsx';
import { FieldDrawer } from './FieldDrawer.tsx';
import { withRole } from './field-role.ts';
import { HierarchyList } from './HierarchyList.tsx';
import type { Draft, DraftState } from './use-draft.ts';

const CalcDialog = lazyPart(() => import('./CalcDialog.tsx'));
type Role = Field['role'];
const ROLES: readonly { role: Role; title: string }[] = [
  { role: 'dimension', title: '维度' },
  { role: 'measure', title: '指标' },
];
const aggLabel = (agg: Field['agg']): string | undefined => AGGREGATES.find((one) => one.value === agg)?.label;

interface Props {
  draft: Draft;
  state: DraftState;
  broken: readonly BrokenField[];
  isReading: boolean;
}

/** Changes of several fields at once, in the draft. */
function useFieldChanges({ setModel }: DraftState) {
  const change = (ids: readonly string[], edit: (field: Field) => Field) =>
    setModel((model) => ({ fields: model.fields.map((field) => (ids.includes(field.id) ? edit(field) : field)) }));
  /** Gives fields a role and a place before another one; at the end without it. */
  const move = (ids: readonly string[], role: Role, before: string | null = null) =>
    setModel((model) => {
      const moved = model.fields.filter((field) => ids.includes(field.id)).map((field) => withRole(field, role));
      const rest = model.fields.filter((field) => !ids.includes(field.id));
      const at = before === null ? -1 : rest.findIndex((field) => field.id === before);
      return { fields: at < 0 ? [...rest, ...moved] : rest.toSpliced(at, 0, ...moved) };
    });
  return { change, move };
}
type FieldChanges = ReturnType<typeof useFieldChanges>;

/** Dimensions and measures in two lists; dragging or the arrow moves a field, a click opens its properties. */
export function FieldsTab({ draft, state, broken, isReading }: Props) {
  const { fields, origin } = draft.model;
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const [calculating, setCalculating] = useState<{ id: string | null } | null>(null);
  const changes = useFieldChanges(state);
  const isFixed = origin.kind === 'platform';
  if (fields.length === 0) return <NoFields isReading={isReading} isWritten={origin.kind === 'sql'} />;
  const word = keyword.trim().toLowerCase();
  const shown = fields.filter((field) => !word || field.name.toLowerCase().includes(word) || field.id.toLowerCase().includes(word));
  const lists = { shown, chosen, broken, isFixed, changes, isSearching: word !== '', onChoose: setChosen, onOpen: setOpened };
  return (
    <div className="set-fields">
      <div className="set-fields-bar">
        <SearchInput label="搜索字段" size="small" className="set-fields-search" value={keyword} onChange={setKeyword} />
        {chosen.length > 0 && <ChosenBar chosen={chosen} changes={changes} onChoose={setChosen} />}
        <span className="grow" />
        {!isFixed && (
          <Button size="small" icon={<FunctionOutlined />} onClick={() => setCalculating({ id: null })}>
            新增计算字段
          </Button>
        )}
      </div>
      <div className="set-fields-lists">
        {ROLES.map(({ role, title }) => (
          <RoleList key={role} {...lists} role={role} title={title} count={fields.filter((field) => field.role === role).length} />
        ))}
        <HierarchyList draft={draft} state={state} />
      </div>
      {opened !== null && (
        <FieldDrawer
          key={opened}
          draft={draft}
          state={state}
          id={opened}
          onClose={() => setOpened(null)}
          onFormula={() => setCalculating({ id: opened })}
        />
      )}
      {calculating && (
        <Suspense fallback={null}>
          <CalcDialog draft={draft} state={state} id={calculating.id} onClose={() => setCalculating(null)} />
        </Suspense>
      )}
      {!isFixed && fields.length > 6 && chosen.length === 0 && (
        <p className="muted set-fields-hint">
          <PlusOutlined aria-hidden /> 拖动字段可以调整顺序，或在维度与指标之间移动；点击字段名设置名称、格式、字典与地理角色。
        </p>
      )}
    </div>
  );
}

function NoFields({ isReading, isWritten }: { isReading: boolean; isWritten: boolean }) {
  if (isReading) return <StateView className="set-face" kind="loading" rows={5} />;
  return <StateView className="set-face" kind="empty" inline what={isWritten ? '书写 SQL 后点击“解析字段”' : '选择数据后自动识别字段'} />;
}

interface ChosenBarProps {
  chosen: readonly string[];
  changes: FieldChanges;
  onChoose: (ids: readonly string[]) => void;
}
/** What can be done with the chosen fields together. */
function ChosenBar({ chosen, changes: { change, move }, onChoose }: ChosenBarProps) {
  return (
    <Space size={4}>
      <span className="muted">已选 {chosen.length} 个</span>
      <Button size="small" onClick={() => move(chosen, 'dimension')}>
        转为维度
      </Button>
      <Button size="small" onClick={() => move(chosen, 'measure')}>
        转为指标
      </Button>
      <Button size="small" onClick={() => change(chosen, (field) => ({ ...field, hidden: true }))}>
        隐藏
      </Button>
      <Button size="small" onClick={() => change(chosen, (field) => ({ ...field, hidden: false }))}>
        显示
      </Button>
      <Button size="small" type="text" onClick={() => onChoose([])}>
        取消选择
      </Button>
    </Space>
  );
}

interface ListProps {
  shown: readonly Field[];
  chosen: readonly string[];
  broken: readonly BrokenField[];
  isFixed: boolean;
  isSearching: boolean;
  changes: FieldChanges;
  onChoose: (ids: readonly string[]) => void;
  onOpen: (id: string) => void;
}
/** The fields of one role; what is dropped here gets it. */
function RoleList({ role, title, count, ...list }: ListProps & { role: Role; title: string; count: number }) {
  const { shown, chosen, isSearching, changes, onChoose } = list;
  const [isOver, setOver] = useState(false);
  const own = shown.filter((field) => field.role === role);
  const isChosen = (field: Field) => chosen.includes(field.id);
  const drop = (event: React.DragEvent, before: string | null) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const id = event.dataTransfer.getData('text/field');
    if (!id || id === before) return;
    changes.move(chosen.includes(id) ? chosen : [id], role, before);
  };
  const chooseAll = () => {
    const ids = own.map((field) => field.id);
    onChoose(!own.every(isChosen) ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)));
  };
  return (
    <section
      className={isOver ? 'set-field-list over' : 'set-field-list'}
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => drop(event, null)}
    >
      <h4>
        <Checkbox
          aria-label={`全选${title}`}
          checked={own.length > 0 && own.every(isChosen)}
          indeterminate={own.some(isChosen) && !own.every(isChosen)}
          onChange={chooseAll}
        />
        {title} <em>{count}</em>
      </h4>
      {own.length === 0 && <div className="blank">{isSearching ? '没有匹配的字段' : `拖动字段到这里成为${title}`}</div>}
      {own.map((field) => (
        <FieldRow key={field.id} {...list} field={field} onDrop={drop} />
      ))}
    </section>
  );
}

interface FieldRowProps extends ListProps {
  field: Field;
  onDrop: (event: React.DragEvent, before: string) => void;
}
function FieldRow({ field, chosen, broken, isFixed, changes: { change, move }, onChoose, onOpen, onDrop }: FieldRowProps) {
  const problem = broken.find((one) => one.field === field.id);
  return (
    <div
      className={`set-field ${field.role}${field.hidden ? ' off' : ''}${problem ? ' broken' : ''}`}
      draggable={!isFixed}
      onDragStart={(event) => event.dataTransfer.setData('text/field', field.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => onDrop(event, field.id)}
    >
      <Checkbox
        aria-label={`选择 ${field.name}`}
        checked={chosen.includes(field.id)}
        onChange={(event) => onChoose(event.target.checked ? [...chosen, field.id] : chosen.filter((id) => id !== field.id))}
      />
      <Tooltip title={field.expr ? '计算字段' : TYPE_LABELS[field.type]}>
        <i className="set-type">{field.expr ? 'ƒ' : TYPE_MARKS[field.type]}</i>
      </Tooltip>
      <button
        type="button"
        className="set-field-name"
        title={problem?.reason ?? field.remark ?? field.name}
        onClick={() => onOpen(field.id)}
      >
        <b className="cut">{field.name}</b>
        <span className="cut mono">{field.expr ?? field.id}</span>
      </button>
      <span className="set-field-notes">
        {field.role === 'measure' && field.agg && field.agg !== 'none' && <em>{aggLabel(field.agg)}</em>}
        {field.geo && <em>地理</em>}
        {field.dict && <em>字典</em>}
        {field.format?.unit && <em>{field.format.scale === 'wan' ? `万${field.format.unit}` : field.format.unit}</em>}
      </span>
      <Tooltip title={field.role === 'dimension' ? '转为指标' : '转为维度'}>
        <Button
          type="text"
          size="small"
          icon={<SwapOutlined />}
          aria-label={field.role === 'dimension' ? `${field.name} 转为指标` : `${field.name} 转为维度`}
          onClick={() => move([field.id], field.role === 'dimension' ? 'measure' : 'dimension')}
        />
      </Tooltip>
      <Tooltip title={field.hidden ? '在图表中显示' : '在图表中隐藏'}>
        <Button
          type="text"
          size="small"
          icon={field.hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          aria-label={field.hidden ? `显示 ${field.name}` : `隐藏 ${field.name}`}
          onClick={() => change([field.id], (one) => ({ ...one, hidden: !one.hidden }))}
        />
      </Tooltip>
    </div>
  );
}
