import { autocompletion, closeBrackets, completionKeymap, type Completion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { Input, Modal, Segmented, Tooltip } from 'antd';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { checkExpr, FUNCTION_GROUPS, FUNCTIONS, parseExpr, type FunctionGroup } from '#kit/core/expr/index.ts';
import { isRatioName, RATIO_FORMAT } from '../../core/sets/ratio.ts';
import type { Field, FieldType } from '../../contract/field.ts';
import { TYPE_LABELS, TYPE_MARKS } from '../sets/kinds.tsx';
import { CalcOutcome } from './CalcOutcome.tsx';
import { freeName, type Draft, type DraftState } from './use-draft.ts';

interface Props {
  draft: Draft;
  state: DraftState;
  /** field that is changed, null = a new one */
  id: string | null;
  onClose: () => void;
}

/** 计算字段: an expression with completion, checked while it is written. */
export default function CalcDialog({ draft, state, id, onClose }: Props) {
  const before = draft.model.fields.find((field) => field.id === id) ?? null;
  const [name, setName] = useState(before?.name ?? '');
  const [text, setText] = useState(before?.expr ?? '');
  const [keyword, setKeyword] = useState('');
  const [group, setGroup] = useState<FunctionGroup>('aggregate');
  const editor = useRef<ExprHandle>(null);
  const { fields } = draft.model;
  const parsed = parseExpr(text);
  const checked = parsed.ast ? checkExpr(parsed.ast, fields, [id ?? '']) : null;
  const problem = text.trim() === '' ? null : (parsed.error ?? checked?.errors[0] ?? null);
  const clean = name.trim();
  const isTaken = fields.some((field) => field.id !== id && (field.name === clean || field.id === clean));
  const save = () => {
    if (clean === '') return toast.warning('请填写字段名称');
    if (isTaken) return toast.warning(`已有名为“${clean}”的字段`);
    if (!checked || problem) return toast.warning(problem?.message ?? '请填写表达式');
    const type: FieldType = checked.type === 'any' ? 'string' : checked.type;
    const isMeasure = checked.isAggregate || type === 'number';
    // one figure divided by another, called a rate: a part of a whole, which is not added up
    const isRatio = type === 'number' && isRatioName(clean) && /[/]|\bDIV/i.test(text) && !/\*\s*100\b/.test(text);
    const made: Field = {
      ...(before ?? { hidden: false }),
      id: before?.id ?? freeName(fields, clean),
      name: clean,
      expr: text,
      type,
      role: checked.isAggregate ? 'measure' : (before?.role ?? (isMeasure ? 'measure' : 'dimension')),
      agg: checked.isAggregate ? 'none' : isMeasure ? (before?.agg && before.agg !== 'none' ? before.agg : isRatio ? 'avg' : 'sum') : null,
      format: before?.format ?? (isRatio ? { ...RATIO_FORMAT } : null),
      hidden: before?.hidden ?? false,
    };
    state.setModel((model) => ({
      fields: before ? model.fields.map((field) => (field.id === before.id ? made : field)) : [...model.fields, made],
    }));
    onClose();
  };
  const word = keyword.trim().toLowerCase();
  const offered = fields.filter(
    (field) => field.id !== id && (!word || field.name.toLowerCase().includes(word) || field.id.toLowerCase().includes(word)),
  );
  return (
    <Modal
      open
      width={880}
      title={before ? '修改计算字段' : '新增计算字段'}
      okText="保存"
      cancelText="取消"
      onOk={save}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <div className="calc">
        <div className="calc-main">
          <label htmlFor="calc-name">字段名称</label>
          <Input
            id="calc-name"
            maxLength={64}
            placeholder="例如 利润率"
            status={isTaken ? 'error' : undefined}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <label>表达式</label>
          <ExprEditor ref={editor} initial={text} fields={fields} onChange={setText} />
          <CalcOutcome draft={draft} id={id} name={clean} text={text} />
        </div>
        <div className="calc-side">
          <SearchInput label="搜索字段" size="small" value={keyword} onChange={setKeyword} />
          <div className="calc-list">
            {offered.map((field) => (
              <button type="button" key={field.id} title={field.id} onClick={() => editor.current?.insert(`[${field.name}]`)}>
                <i className="set-type">{field.expr ? 'ƒ' : TYPE_MARKS[field.type]}</i>
                <span className="cut">{field.name}</span>
              </button>
            ))}
          </div>
          <Segmented<FunctionGroup>
            aria-label="函数分类"
            block
            size="small"
            value={group}
            onChange={setGroup}
            options={(Object.keys(FUNCTION_GROUPS) as FunctionGroup[]).map((value) => ({
              value,
              label: FUNCTION_GROUPS[value].slice(0, 2),
            }))}
          />
          <div className="calc-list">
            {FUNCTIONS.filter((one) => one.group === group).map((one) => (
              <Tooltip
                key={one.name}
                placement="left"
                title={
                  <>
                    {one.help}
                    <br />
                    <code>{one.sample}</code>
                  </>
                }
              >
                <button type="button" onClick={() => editor.current?.insert(`${one.name}(`)}>
                  <span className="mono">{one.name}</span>
                  <em className="cut">{one.help}</em>
                </button>
              </Tooltip>
            ))}
          </div>
        </div>
      </div>
    </Modal>
  );
}

interface ExprHandle {
  insert(text: string): void;
}
interface EditorProps {
  ref: Ref<ExprHandle>;
  initial: string;
  fields: readonly Field[];
  onChange: (text: string) => void;
}
function ExprEditor({ ref, initial, fields, onChange }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const begin = useRef(initial);
  const changed = useEffectEvent(onChange);
  const offers = useEffectEvent((): Completion[] => [
    ...fields.map((field) => ({
      label: `[${field.name}]`,
      detail: TYPE_LABELS[field.type],
      type: 'property',
    })),
    ...FUNCTIONS.map((one) => ({
      label: one.name,
      apply: `${one.name}(`,
      detail: one.help,
      info: one.sample,
      type: 'function',
    })),
  ]);
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!, // rendered below, always
      state: EditorState.create({
        doc: begin.current,
        extensions: [
          history(),
          closeBrackets(),
          EditorView.lineWrapping,
          placeholder('SUM([利润]) / SUM([收入])'),
          autocompletion({
            icons: false,
            override: [
              (context) => {
                const word = context.matchBefore(/\[[^\]\n]*|[\p{L}_]\w*/u);
                if (!word && !context.explicit) return null;
                return { from: word?.from ?? context.pos, options: offers(), filter: true };
              },
            ],
          }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': '表达式' }),
          EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
        ],
      }),
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, []);
  useImperativeHandle(ref, () => ({
    insert(text) {
      const editor = view.current;
      if (!editor) return;
      const { from, to } = editor.state.selection.main;
      editor.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
      });
      editor.focus();
    },
  }));
  return <div className="calc-editor" ref={host} />;
}
