import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  type Completion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { sql, type SQLNamespace } from '@codemirror/lang-sql';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  type DecorationSet,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { grammarOf, written } from './dialect.ts';
import { editorTheme } from './editor-theme.ts';

/** Metadata for completion. */
export interface SqlCatalogue {
  /** of the source, as grammarOf knows it */
  readonly dialect: string;
  /** schemas searched for names without one, in order */
  readonly searchPath: readonly string[];
  readonly tables: readonly {
    readonly schemaName: string;
    readonly tableName: string;
    readonly tableComment: string | null;
    readonly columns: readonly { readonly name: string; readonly type: string; readonly comment: string | null }[];
  }[];
}
export interface SqlEditorHandle {
  text(): string;
  /** selected text and its offset; null without a selection */
  selection(): { text: string; from: number } | null;
  replace(text: string): void;
  insert(text: string): void;
  /** underlines the word at an offset and scrolls to it; null clears the mark */
  mark(offset: number | null): void;
  focus(): void;
}
interface Props {
  ref: Ref<SqlEditorHandle>;
  initial: string;
  catalogue: SqlCatalogue | undefined;
  onChange: (text: string) => void;
  onRun: () => void;
  onFormat: () => void;
}

const setMark = StateEffect.define<{ from: number; to: number } | null>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    const next = transaction.effects.find((effect) => effect.is(setMark));
    if (next)
      return next.value
        ? Decoration.set([Decoration.mark({ class: 'cm-sql-error' }).range(next.value.from, next.value.to)])
        : Decoration.none;
    return transaction.docChanged ? Decoration.none : old;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Completion namespace: schemas with their tables, and unqualified tables of the search path. */
function namespaceOf(catalogue: SqlCatalogue | undefined): SQLNamespace {
  const root: Record<string, SQLNamespace> = {};
  const applied = (name: string) => written(name, catalogue?.dialect);
  for (const table of catalogue?.tables ?? []) {
    const children = table.columns.map((column): Completion => ({
      label: column.name,
      apply: applied(column.name),
      type: 'property',
      detail: column.comment ?? column.type,
      info: column.comment ? column.type : undefined,
    }));
    const node: SQLNamespace = {
      self: { label: table.tableName, apply: applied(table.tableName), type: 'type', detail: table.tableComment ?? '' },
      children,
    };
    const schema = (root[table.schemaName] ??= {
      self: { label: table.schemaName, apply: applied(table.schemaName), type: 'namespace', detail: '模式' },
      children: {},
    }) as {
      children: Record<string, SQLNamespace>;
    };
    schema.children[table.tableName] = node;
    root[table.tableName] ??= node;
  }
  return root;
}
const language = (catalogue: SqlCatalogue | undefined) =>
  sql({
    dialect: grammarOf(catalogue?.dialect),
    schema: namespaceOf(catalogue),
    defaultSchema: catalogue?.searchPath[0],
    upperCaseKeywords: false,
  });

/** SQL editor: completion from the catalogue, ⌘⏎ runs, errors are underlined at their position. */
export function SqlEditor({ ref, initial, catalogue, onChange, onRun, onFormat }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const grammar = useRef(new Compartment());
  const changed = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const format = useEffectEvent(onFormat);
  // a tab that is hidden and shown again mounts a new editor: keep its content, not the initial text
  const kept = useRef(initial);

  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!, // rendered below, always
      state: EditorState.create({
        doc: kept.current,
        extensions: [
          Prec.highest(
            keymap.of([
              { key: 'Mod-Enter', run: (view) => (closeCompletion(view), run(), true) },
              { key: 'Shift-Alt-f', run: () => (format(), true) },
            ]),
          ),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
          placeholder('输入查询语句，⌘⏎ 或 Ctrl+Enter 执行；选中一段时只执行选中的部分'),
          EditorView.contentAttributes.of({ 'aria-label': 'SQL 编辑器', 'aria-description': '按 Esc 后再按 Tab 离开' }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            kept.current = update.state.doc.toString();
            changed(kept.current);
          }),
          grammar.current.of(language(undefined)),
          marks,
          editorTheme,
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: grammar.current.reconfigure(language(catalogue)) });
  }, [catalogue]);

  useImperativeHandle(ref, () => ({
    text: () => view.current?.state.doc.toString() ?? '',
    selection() {
      const state = view.current?.state;
      const range = state?.selection.main;
      if (!state || !range || range.empty) return null;
      const text = state.sliceDoc(range.from, range.to);
      return text.trim() === '' ? null : { text, from: range.from };
    },
    replace(text) {
      const editor = view.current;
      editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: text.length } });
    },
    insert(text) {
      const editor = view.current;
      if (!editor) return;
      editor.dispatch(editor.state.replaceSelection(text));
      editor.focus();
    },
    mark(offset) {
      const editor = view.current;
      if (!editor) return;
      if (offset === null) return editor.dispatch({ effects: setMark.of(null) });
      const from = Math.min(offset, editor.state.doc.length);
      const word = /^[\p{L}\p{N}_$."]+|^[^\s]/u.exec(editor.state.sliceDoc(from, from + 200))?.[0] ?? '';
      const to = Math.min(from + Math.max(1, word.length), editor.state.doc.length);
      editor.dispatch({ effects: [setMark.of(from < to ? { from, to } : null), EditorView.scrollIntoView(from, { y: 'center' })] });
    },
    focus: () => view.current?.focus(),
  }));
  return <div className="sql-editor" ref={host} />;
}
