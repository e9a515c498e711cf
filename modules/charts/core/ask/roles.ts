import type { Aggregate } from '#modules/datasets/contract/field.ts';
import type { AskField, AskSet, AskValue, Piece, Reading, Understood } from './types.ts';

/** A measure that is asked for, with the place where it was named. */
export interface AskedMeasure {
  readonly field: AskField;
  readonly aggregate: Aggregate | null;
  readonly at: number;
}
/** Values of one field that rows must have, or must not have. */
export interface AskedValues {
  readonly col: string;
  readonly isNot: boolean;
  readonly values: AskValue[];
}
/** What the pieces of a question are, before a query is made of them. */
export interface Roles {
  readonly measures: AskedMeasure[];
  readonly dimensions: AskField[];
  /** the date that a span of time is said of: 今年计划开始 */
  readonly spanFields: AskField[];
  readonly values: AskedValues[];
  readonly parts: Understood[];
  readonly doubts: string[];
}

type Of<K extends Reading['is']> = Extract<Reading, { is: K }>;
export const readingOf = <K extends Reading['is']>(piece: Piece | undefined, is: K): Of<K> | null => {
  const [first] = piece?.readings ?? [];
  return first?.is === is ? (first as Of<K>) : null;
};
export const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  sum: '合计',
  avg: '平均值',
  min: '最小值',
  max: '最大值',
  count: '计数',
  countd: '去重计数',
  median: '中位数',
  stddev: '标准差',
  none: '',
};
export const isTime = ({ type }: AskField): boolean => type === 'date' || type === 'datetime';

const PERSON = /(?:负责人|跟进人|经办人|申请人|经理|人员|员工|姓名|用户)/;
/** A noun without what only says that it is a name. */
const stem = (name: string): string => name.replace(/(?:名称|姓名)$/, '');

/** The measure that counts what a noun names: 项目数 for 项目; without a noun, the one that counts the rows of the data set. */
export function counterOf({ fields }: AskSet, noun: string | null): AskField | null {
  const measures = fields.filter(({ role }) => role === 'measure');
  if (noun !== null) {
    const names = ['数', '数量', '人数'].map((end) => `${stem(noun)}${end}`);
    return measures.find(({ name }) => names.includes(name)) ?? null;
  }
  const counters = measures.filter(({ name, agg }) => agg === 'sum' && /(?:[^率天岁分指系]数|人次)$/.test(name));
  const nouns = new Set(fields.filter(({ role }) => role === 'dimension').map(({ name }) => `${stem(name)}数`));
  return counters.find(({ name }) => nouns.has(name)) ?? counters[0] ?? null;
}

/** Pieces that say something, so that neighbours are told without the words between them. */
const telling = (pieces: readonly Piece[]): Piece[] => pieces.filter((piece) => !readingOf(piece, 'stop'));

class Reader {
  readonly roles: Roles = { measures: [], dimensions: [], spanFields: [], values: [], parts: [], doubts: [] };
  readonly #question: string;
  readonly #set: AskSet;
  readonly #pieces: readonly Piece[];

  constructor(question: string, set: AskSet, pieces: readonly Piece[]) {
    this.#question = question;
    this.#set = set;
    this.#pieces = telling(pieces);
  }

  part(piece: Piece, kind: Understood['kind'], says: string, of: { col?: string; others?: string[] } = {}): void {
    const { from, to } = piece;
    this.roles.parts.push({ from, to, text: this.#question.slice(from, to), kind, says, col: of.col ?? null, others: of.others ?? [] });
  }

  read(): void {
    this.#pieces.forEach((piece, at) => {
      if (readingOf(piece, 'value')) this.#value(piece, at);
    });
    this.#pieces.forEach((piece, at) => {
      const found = readingOf(piece, 'field');
      if (found) this.#field(piece, at, found.field);
      if (readingOf(piece, 'who')) this.#who(piece);
    });
    this.#countNouns();
  }

  #who(piece: Piece): void {
    const person = this.#set.fields.find(({ role, name }) => role === 'dimension' && PERSON.test(name));
    if (!person || this.roles.dimensions.includes(person)) return;
    this.roles.dimensions.push(person);
    this.part(piece, 'dimension', `按${person.name}`, { col: person.id });
  }

  /** What is counted rather than grouped: 项目 of 各省的项目, where nothing else is measured; or what a value only describes: 在建项目的合同额. */
  #countNouns(): void {
    const { measures, dimensions, parts } = this.roles;
    const isEach = (from: number) => readingOf(this.#before(this.#pieces.findIndex((piece) => piece.from === from)), 'by') !== null;
    const isRanked = this.#pieces.some((piece) => readingOf(piece, 'top') ?? readingOf(piece, 'threshold'));
    for (const part of parts.filter(({ kind }) => kind === 'dimension')) {
      const field = dimensions.find(({ id }) => id === part.col);
      const counter = field && !isEach(part.from) ? counterOf(this.#set, field.name) : null;
      if (!field || !counter) continue;
      const isMeasured = measures.some((one) => one.field.id !== counter.id);
      const isDescribed = parts.some(({ kind, to }) => kind === 'filter' && to === part.from);
      const isCounted = !isMeasured && dimensions.length + this.roles.values.length > 1;
      if (!isCounted && !(isMeasured && isDescribed && !isRanked)) continue;
      dimensions.splice(dimensions.indexOf(field), 1);
      parts.splice(parts.indexOf(part), 1);
      if (isMeasured) continue;
      measures.push({ field: counter, aggregate: null, at: part.from });
      parts.push({ ...part, kind: 'measure', says: counter.name, col: counter.id });
    }
  }

  #before(at: number): Piece | undefined {
    return this.#pieces[at - 1];
  }

  /** A value that several fields have is that of the field named beside it. */
  #value(piece: Piece, at: number): void {
    const beside = [this.#pieces[at - 1], this.#pieces[at + 1]].map((one) => readingOf(one, 'field')?.field.id);
    const all = piece.readings.flatMap((reading) => (reading.is === 'value' ? [reading.value] : []));
    const value = all.find(({ col }) => beside.includes(col)) ?? all[0]!;
    const isNot = readingOf(this.#before(at), 'not') !== null || readingOf(this.#pieces[at + 1], 'except') !== null;
    const field = this.#set.fields.find(({ id }) => id === value.col);
    const same = this.roles.values.find((one) => one.col === value.col && one.isNot === isNot);
    if (same) same.values.push(value);
    else this.roles.values.push({ col: value.col, isNot, values: [value] });
    const others = [...new Set(all.map(({ col }) => col))].filter((col) => col !== value.col);
    this.part(piece, 'filter', `${field?.name ?? ''}${isNot ? '不是' : '是'}“${value.label}”`, { col: value.col, others });
  }

  /** A name right beside its own value only introduces it: 单位为华东公司. */
  #introduces(at: number, field: AskField): boolean {
    const isBy = readingOf(this.#before(at), 'by') !== null;
    return !isBy && [at - 1, at + 1].some((place) => readingOf(this.#pieces[place], 'value') && this.#colOf(place) === field.id);
  }
  #colOf(place: number): string | null {
    const piece = this.#pieces[place]!;
    return this.roles.parts.find(({ from, kind }) => from === piece.from && kind === 'filter')?.col ?? null;
  }

  #field(piece: Piece, at: number, first: AskField): void {
    const isBy = readingOf(this.#before(at), 'by') !== null;
    const all = piece.readings.flatMap((reading) => (reading.is === 'field' ? [reading.field] : []));
    const field = (isBy ? all.find(({ role }) => role === 'dimension') : undefined) ?? first;
    const others = all.filter(({ id }) => id !== field.id).map(({ id }) => id);
    if (this.#introduces(at, field)) return;
    const beside = [this.#pieces[at - 1], this.#pieces[at + 1]];
    if (isTime(field) && !isBy && beside.some((one) => readingOf(one, 'time'))) {
      this.roles.spanFields.push(field);
      return;
    }
    const counts = beside.some((one) => readingOf(one, 'count'));
    if (field.role === 'measure') {
      const aggregate = this.#aggregateAt(at, field);
      if (!this.roles.measures.some((one) => one.field.id === field.id && one.aggregate === aggregate))
        this.roles.measures.push({ field, aggregate, at: piece.from });
      this.part(piece, 'measure', `${field.name}${aggregate ? `（${AGGREGATES[aggregate]}）` : ''}`, { col: field.id, others });
    } else if (counts && !isBy) {
      const counter = counterOf(this.#set, field.name);
      this.roles.measures.push({ field: counter ?? field, aggregate: counter ? null : 'countd', at: piece.from });
      this.part(piece, 'measure', counter ? counter.name : `${field.name}（${AGGREGATES.countd}）`, { col: (counter ?? field).id, others });
    } else {
      if (!this.roles.dimensions.some(({ id }) => id === field.id)) this.roles.dimensions.push(field);
      this.part(piece, 'dimension', `按${field.name}`, { col: field.id, others });
    }
  }

  /** An aggregate that is named right before or after a measure; calculated fields have their own. */
  #aggregateAt(at: number, field: AskField): Aggregate | null {
    if (field.expr && (field.agg === 'none' || !field.agg)) return null;
    for (const place of [at - 1, at + 1]) {
      const found = readingOf(this.#pieces[place], 'aggregate');
      // between two measures it belongs to the one behind it
      if (found && (place < at || !readingOf(this.#pieces[place + 1], 'field'))) return found.aggregate;
    }
    return null;
  }
}

/** What fields, values and counts of a question are, in the order of the text. */
export function rolesOf(question: string, set: AskSet, pieces: readonly Piece[]): Roles {
  const reader = new Reader(question, set, pieces);
  reader.read();
  return reader.roles;
}
