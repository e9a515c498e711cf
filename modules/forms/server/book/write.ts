import { wallClock } from '#kit/core/text/wall-clock.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Cell } from '#kit/server/excel/column.ts';
import { ORIGIN } from '#kit/server/excel/import.ts';
import type { Sheet } from '#kit/server/excel/writer.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { ValueField } from '../../contract/field.ts';
import { FIELD_KINDS } from '../../contract/kinds.ts';
import type { FormSchema } from '../../contract/schema.ts';
import {
  choiceSource,
  HEAD_TITLES,
  PARENT_NUMBER,
  RECORD_NUMBER,
  sheetsOf,
  subforms,
  textOfValue,
  type Sheet as FormSheet,
} from '../../core/index.ts';
import type { Labels } from '../options/labels.ts';

type Values = Readonly<Record<string, unknown>>;
/** A record as an export writes it. */
export interface Written {
  readonly id: string;
  readonly submitterName: string | null;
  readonly linkName: string | null;
  readonly deptName: string | null;
  readonly createTime: Date;
  readonly updateTime: Date | null;
  readonly values: Values;
  readonly labels: Labels;
}

const widthOf = (title: string): number => Math.min(40, Math.max(12, title.length * 2 + 4));
const column = (title: string) => ({ title, width: widthOf(title) });

/** Names that a cell offers, where they are few and the same for everybody. */
async function offered(ctx: Ctx, field: ValueField): Promise<string[]> {
  if (field.type === 'switch') return [field.onText ?? '是', field.offText ?? '否'];
  if ('options' in field && field.options.from === 'static') return field.options.items.map(({ label }) => label);
  const source = choiceSource(field);
  return source?.from === 'dict' ? (await dictItems(ctx.db, source.dictType)).map(({ itemValue }) => itemValue) : [];
}

function formatOf(field: ValueField): string {
  switch (field.type) {
    case 'date':
      return { date: '2026-01-31', datetime: '2026-01-31 08:30:00', month: '2026-01', year: '2026' }[field.format ?? 'date'];
    case 'dateRange':
      return '2026-01-01 至 2026-01-31';
    case 'time':
      return '08:30';
    case 'cascader':
      return '各级名称用 / 隔开';
    case 'user':
      return '姓名或账号';
    case 'area':
      return '名称或行政区划代码';
    default:
      return 'isMultiple' in field && field.isMultiple ? '多个用顿号隔开' : FIELD_KINDS[field.type].label;
  }
}

/** The empty workbook of a form: a sheet for the records, one for each sub-table, and one that explains the columns. */
export async function templateSheets(ctx: Ctx, schema: FormSchema): Promise<Sheet[]> {
  const sheets = sheetsOf(schema);
  const hasSubs = sheets.length > 1;
  const help: Cell[][] = [];
  const written: Sheet[] = [];
  for (const { subId, name, columns } of sheets) {
    const numberTitle = subId === null ? RECORD_NUMBER : PARENT_NUMBER;
    const lead = hasSubs ? [column(numberTitle)] : [];
    if (hasSubs)
      help.push([
        name,
        numberTitle,
        subId === null ? '选填' : '必填',
        '文本',
        subId === null ? '自定，子表按它找到所属的记录' : '与“填报数据”中的编号相同',
      ]);
    const given = columns.filter(({ isGiven }) => isGiven);
    const own: Sheet['columns'][number][] = [];
    for (const { field, header } of given) {
      const choices = await offered(ctx, field);
      own.push({ ...column(`${header}${field.required ? '*' : ''}`), choices });
      help.push([name, header, field.required ? '必填' : '选填', formatOf(field), choices.slice(0, 100).join('、') || field.help || '']);
    }
    written.push({ name, columns: [...lead, ...own], rows: [] });
  }
  const titles = ['工作表', '列名', '是否必填', '格式', '可选值与说明'];
  return [...written, { name: '填写说明', columns: titles.map((title, at) => ({ title, width: at === 4 ? 60 : 22 })), rows: help }];
}

const cellOf = (field: ValueField, value: unknown, labels: Labels): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Math.abs(value) < 1e15) return value;
  if (field.type === 'money' && /^-?\d{1,13}(\.\d+)?$/.test(String(value))) return Number(value);
  return textOfValue(field, value, labels[field.id]) || null;
};
const cellsOf = ({ columns }: FormSheet, values: Values, labels: Labels): Cell[] =>
  columns.map(({ field }) => cellOf(field, values[field.key], labels));

/** The workbook of records; `records` begins anew for every sheet, so that none is held as a whole. */
export function exportSheets(ctx: Ctx, schema: FormSchema, number: string, records: () => AsyncGenerator<Written>): Sheet[] {
  const { user } = ctx;
  const footer = `${ORIGIN}${number}　导出人：${user.nickname}（${user.username}）　导出时间：${wallClock(ctx.now)}`;
  const time = (at: Date | null): Cell => (at === null ? null : wallClock(at));
  const subs = new Map(subforms(schema).map((sub) => [sub.id, sub]));
  return sheetsOf(schema).map((sheet): Sheet => {
    const own = sheet.columns.map(({ header }) => column(header));
    if (sheet.subId === null) {
      async function* rows(): AsyncGenerator<Cell[]> {
        for await (const { id, values, labels, ...head } of records())
          yield [
            id,
            ...cellsOf(sheet, values, labels),
            head.linkName === null ? head.submitterName : `公开链接 · ${head.linkName}`,
            head.deptName,
            time(head.createTime),
            time(head.updateTime),
          ];
      }
      return { name: sheet.name, columns: [column(RECORD_NUMBER), ...own, ...HEAD_TITLES.map(column)], rows: rows(), footer };
    }
    const { key } = subs.get(sheet.subId)!;
    async function* rows(): AsyncGenerator<Cell[]> {
      for await (const { id, values, labels } of records())
        for (const row of (values[key] as Values[] | undefined) ?? []) yield [id, ...cellsOf(sheet, row, labels)];
    }
    return { name: sheet.name, columns: [column(PARENT_NUMBER), ...own], rows: rows(), footer };
  });
}
