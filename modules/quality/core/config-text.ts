import { ConfigProblem, type ConfigField } from './catalogue/declaration.ts';

/*
 * Parameters of a rule as people write them in a cell of a workbook, one per line: `最大长度：11`. Lists are separated by 、 (or written as JSON
 * where a value holds one); columns, tables and code sets go by name, which the server looks up.
 */

type Field = Pick<ConfigField, 'key' | 'label' | 'control' | 'choices'>;
const PATH = 'config';
const LISTS: readonly ConfigField['control'][] = ['words', 'columns', 'relatedColumns', 'rules'];
const isBare = (word: string): boolean => word !== '' && word === word.trim() && !/[、\n"]/.test(word) && !word.startsWith('[');
/** Words of a list as one text. */
const joined = (words: readonly string[]): string => (words.every(isBare) ? words.join('、') : JSON.stringify(words));

function listOf(text: string, label: string): string[] {
  if (!text.startsWith('[')) return text.split('、').flatMap((word) => word.trim() || []);
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.every((word) => typeof word === 'string')) return read;
  } catch {
    // told below
  }
  throw new ConfigProblem(`“${label}”应写成 甲、乙，或 ["甲","乙"]`, PATH);
}
const textOf = (value: unknown, nameOf: (id: string) => string): string => nameOf(String(value as string | number));

const choiceText = ({ choices }: Field, value: unknown): string =>
  choices?.find((one) => one.value === value)?.label ?? String(value as string);
function choiceOf({ choices = [], label }: Field, written: string): string {
  const choice = choices.find((one) => one.label === written || one.value === written);
  if (!choice) throw new ConfigProblem(`“${label}”应为 ${choices.map((one) => one.label).join('、')} 之一`, PATH);
  return choice.value;
}

/** The text of one parameter; `nameOf` gives the name of a column, table or code set by its id. */
function valueText(field: Field, value: unknown, nameOf: (id: string) => string): string {
  switch (field.control) {
    case 'words':
      return joined((value as unknown[]).map(String));
    case 'columns':
    case 'relatedColumns':
    case 'rules':
      return joined((value as string[]).map(nameOf));
    case 'pairs':
      return joined((value as [string, string][]).map(([a, b]) => `${a}=${b}`));
    case 'switch':
      return value === true ? '是' : '否';
    case 'choice':
      return choiceText(field, value);
    case 'choices':
      return joined((value as unknown[]).map((one) => choiceText(field, one)));
    case 'column':
    case 'relatedColumn':
    case 'table':
    case 'codeSet':
    case 'contrast':
      return textOf(value, nameOf);
    default:
      return String(value as string | number);
  }
}

/** Parameters as text, in the order of the form. */
export function configText(
  fields: readonly Field[],
  parameters: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string,
): string | null {
  const lines = fields.flatMap((field) => {
    const value = parameters[field.key];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [`${field.label}：${valueText(field, value, nameOf)}`];
  });
  return lines.length === 0 ? null : lines.join('\n');
}

/** Ids that parameters name, of columns, tables, code sets, mappings and rules. */
export function idsIn(fields: readonly Field[], parameters: Readonly<Record<string, unknown>>): string[] {
  return fields.flatMap(({ key, control }) => {
    const value = parameters[key];
    if (['column', 'relatedColumn', 'table', 'codeSet', 'contrast'].includes(control)) return typeof value === 'string' ? [value] : [];
    return control !== 'words' && LISTS.includes(control) && Array.isArray(value) ? value.map(String) : [];
  });
}

/** Lines of a cell by the key of their parameter; a line without a known label belongs to the one before. Throws ConfigProblem. */
function linesOf(text: string, fields: readonly Field[]): Map<string, string> {
  const found = new Map<string, string>();
  let last: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const at = line.search(/[：:]/);
    const field = at < 0 ? undefined : fields.find(({ label }) => label === line.slice(0, at).trim());
    if (field) {
      if (found.has(field.key)) throw new ConfigProblem(`规则参数“${field.label}”写了两次`, PATH);
      found.set(field.key, line.slice(at + 1).trim());
      last = field.key;
    } else if (last !== null) found.set(last, `${found.get(last)}\n${line}`);
    else if (line.trim() !== '') {
      const labels = fields.map(({ label }) => label).join('、');
      throw new ConfigProblem(
        labels ? `规则参数不能识别，应每行一个，如 ${fields[0]!.label}：…；可用的有 ${labels}` : '这种检查没有规则参数',
        PATH,
      );
    }
  }
  return found;
}

/** What a name in a cell stands for: its id. */
export type LookUp = (field: Field, name: string) => Promise<string>;

/** Parameters from the text of a cell. Throws ConfigProblem. */
export async function configOf(fields: readonly Field[], text: string, lookUp: LookUp): Promise<Record<string, unknown>> {
  const lines = linesOf(text, fields);
  const parameters: Record<string, unknown> = {};
  // the other table comes before its columns, as it does in the form
  for (const field of fields) {
    const written = lines.get(field.key)?.trim();
    if (written === undefined || written === '') continue;
    parameters[field.key] = await valueOf(field, written, lookUp);
  }
  return parameters;
}

async function valueOf(field: Field, written: string, lookUp: LookUp): Promise<unknown> {
  const { control, label } = field;
  switch (control) {
    case 'number': {
      const number = Number(written.replace(/%$/, ''));
      if (!Number.isFinite(number)) throw new ConfigProblem(`“${label}”应为数字`, PATH);
      return number;
    }
    case 'switch':
      if (written !== '是' && written !== '否') throw new ConfigProblem(`“${label}”应填 是 或 否`, PATH);
      return written === '是';
    case 'choice':
      return choiceOf(field, written);
    case 'choices':
      return listOf(written, label).map((one) => choiceOf(field, one));
    case 'words':
      return listOf(written, label);
    case 'pairs':
      return listOf(written, label).map((pair) => {
        const at = pair.indexOf('=');
        if (at < 1) throw new ConfigProblem(`“${label}”应写成 甲=乙、丙=丁`, PATH);
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      });
    case 'columns':
    case 'relatedColumns':
    case 'rules': {
      const ids: string[] = [];
      for (const name of listOf(written, label)) ids.push(await lookUp(field, name));
      return ids;
    }
    case 'column':
    case 'relatedColumn':
    case 'table':
    case 'codeSet':
    case 'contrast':
      return lookUp(field, written);
    default:
      return written;
  }
}
