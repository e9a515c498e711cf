import { RULES, type FieldName } from '#kit/contract/cron.ts';

/** How one field of an expression is edited in the builder. */
export type Choice =
  | { mode: 'any' }
  | { mode: 'range'; from: number; to: number }
  | { mode: 'step'; from: number; by: number }
  | { mode: 'list'; values: readonly number[] }
  /** anything the form controls cannot express: `LW`, `6#2`, `1-5,10` */
  | { mode: 'text'; text: string };

/** Parses the text of a cron field into a choice of the builder. */
export function choiceOf(name: FieldName, text: string): Choice {
  const { min, names = [] } = RULES[name];
  const numeric = names.reduce((all, one, index) => all.replaceAll(one, String(index + min)), text.toUpperCase());
  if (numeric === '*' || numeric === '?' || numeric === '') return { mode: 'any' };
  const range = /^(\d+)-(\d+)$/.exec(numeric);
  if (range) return { mode: 'range', from: Number(range[1]), to: Number(range[2]) };
  const step = /^(\d+|\*)\/(\d+)$/.exec(numeric);
  if (step) return { mode: 'step', from: step[1] === '*' ? min : Number(step[1]), by: Number(step[2]) };
  if (/^\d+(,\d+)*$/.test(numeric)) return { mode: 'list', values: numeric.split(',').map(Number) };
  return { mode: 'text', text };
}

/** The cron text of a choice. */
export function textOfChoice(choice: Choice): string {
  switch (choice.mode) {
    case 'any':
      return '*';
    case 'range':
      return `${choice.from}-${choice.to}`;
    case 'step':
      return `${choice.from}/${choice.by}`;
    case 'list':
      return choice.values.length === 0 ? '*' : [...choice.values].sort((a, b) => a - b).join(',');
    case 'text':
      return choice.text.replace(/\s+/g, '') || '*';
  }
}

/** One field of an expression replaced; day and weekday give way to each other, as Quartz wants it. */
export function withField(words: readonly string[], name: FieldName, text: string): string[] {
  const at = { second: 0, minute: 1, hour: 2, day: 3, month: 4, weekday: 5 }[name];
  const next = Array.from({ length: 6 }, (_, index) => (index === at ? text : (words[index] ?? '*')));
  const isOpen = (word: string | undefined) => word === '*' || word === '?';
  if (name === 'day' && !isOpen(text)) next[5] = '?';
  if (name === 'weekday' && !isOpen(text)) next[3] = '?';
  if (isOpen(next[3]) && isOpen(next[5])) [next[3], next[5]] = ['*', '?'];
  return next;
}
