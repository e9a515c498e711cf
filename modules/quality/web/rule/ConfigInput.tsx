import { Input, InputNumber, Select, Switch } from 'antd';
import type { Draft, Item } from './draft.ts';
import { CodeSetPick, ColumnPick, ColumnsPick, ContrastPick, TablePick } from './pickers.tsx';
import { RulesPick } from './RulesPick.tsx';

type Field = Item['fields'][number];
interface Props {
  id: string;
  field: Field;
  draft: Draft;
  value: unknown;
  onChange: (value: unknown) => void;
}
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** `甲=乙` per line → pairs. */
const pairsOf = (text: string): [string, string][] =>
  text
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]);
const pairsText = (value: unknown): string => (Array.isArray(value) ? value.map((pair: unknown) => texts(pair).join('=')).join('\n') : '');

/** The input of one parameter of a check item, as its declaration asks for it. */
export function ConfigInput({ id, field, draft, value, onChange }: Props) {
  const { placeholder } = field;
  switch (field.control) {
    case 'number':
      return (
        <InputNumber
          id={id}
          className="quality-wide"
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          placeholder={placeholder}
          suffix={field.unit}
        />
      );
    case 'words':
    case 'choice':
    case 'choices':
      return <ChoiceInput id={id} field={field} draft={draft} value={value} onChange={onChange} />;
    case 'switch':
      return <Switch id={id} checked={value === true} onChange={onChange} />;
    case 'column':
    case 'columns':
    case 'table':
    case 'relatedColumn':
    case 'relatedColumns':
    case 'codeSet':
    case 'contrast':
    case 'rules':
      return <PickInput id={id} field={field} draft={draft} value={value} onChange={onChange} />;
    case 'pairs':
      return (
        <Input.TextArea
          id={id}
          rows={4}
          defaultValue={pairsText(value)}
          onChange={(event) => onChange(pairsOf(event.target.value))}
          placeholder="每行一组，例如 男=M"
        />
      );
    case 'sql':
    case 'expression':
    case 'area':
      return (
        <Input.TextArea
          id={id}
          className={field.control === 'area' ? '' : 'mono'}
          rows={field.control === 'sql' ? 6 : 3}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          placeholder={placeholder}
        />
      );
    default:
      return (
        <Input
          id={id}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          placeholder={placeholder}
          suffix={field.unit}
        />
      );
  }
}

/** The input of a parameter that names something of the catalogue, of the standards, or rules. */
function PickInput({ id, field, draft, value, onChange }: Props) {
  const related = idOf(draft.config['relatedTableId']);
  switch (field.control) {
    case 'column':
      return <ColumnPick id={id} tableId={draft.tableId} value={idOf(value)} onChange={onChange} />;
    case 'columns':
      return <ColumnsPick id={id} tableId={draft.tableId} value={texts(value)} onChange={onChange} />;
    case 'table':
      return <TablePick id={id} sourceId={draft.relatedSourceId ?? draft.sourceId} value={idOf(value)} onChange={onChange} />;
    case 'relatedColumn':
      return <ColumnPick id={id} tableId={related} value={idOf(value)} onChange={onChange} />;
    case 'relatedColumns':
      return <ColumnsPick id={id} tableId={related} value={texts(value)} onChange={onChange} />;
    case 'codeSet':
      return <CodeSetPick id={id} value={idOf(value)} onChange={onChange} />;
    case 'contrast':
      return <ContrastPick id={id} columnId={draft.columnId} value={idOf(value)} onChange={onChange} />;
    default:
      return <RulesPick id={id} sourceId={draft.sourceId} value={texts(value)} onChange={onChange} />;
  }
}

/** Words that somebody writes, or one or several of the choices of a parameter. */
function ChoiceInput({ id, field, value, onChange }: Props) {
  const { placeholder } = field;
  switch (field.control) {
    case 'words':
      return (
        <Select
          id={id}
          mode="tags"
          open={false}
          tokenSeparators={[',', '，', '\n']}
          value={texts(value)}
          onChange={onChange}
          placeholder={placeholder ?? '输入后按回车'}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          allowClear={!field.isRequired}
          options={field.choices}
          value={value}
          onChange={onChange}
          placeholder={placeholder ?? '请选择'}
        />
      );
    default:
      return (
        <Select
          id={id}
          mode="multiple"
          options={field.choices}
          value={texts(value)}
          onChange={onChange}
          placeholder={placeholder ?? '请选择'}
        />
      );
  }
}
