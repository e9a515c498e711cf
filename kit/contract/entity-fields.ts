import * as z from 'zod';
import { crudRoutes } from './crud.ts';
import { excelRoutes } from './excel.ts';
import { Day, Id, SortInput, Status, StatusInput, optionalText, requiredText, rowFields } from './fields.ts';

/** What a field holds: text in one line or several, a code, a whole number, a day, an item of a dictionary, 启用 or 禁用, an account. */
export type FieldKind = 'text' | 'area' | 'code' | 'number' | 'day' | 'dict' | 'status' | 'account';

/** Declaration of one field of a plain entity; calls, list, form and workbook are derived from it. */
export interface EntityField<In extends z.ZodType = z.ZodType, Row extends z.ZodType = z.ZodType, S extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly label: string;
  /** schema of the value that callers send */
  readonly input: In;
  /** schema of the value in a row */
  readonly row: Row;
  readonly isRequired: boolean;
  /** the list can be filtered by it: text by "contains", dictionary items by equality */
  readonly isSearched: S;
  /** values are unique among undeleted rows */
  readonly isUnique: boolean;
  readonly dict: string | null;
  /** value on the instruction sheet of the import template; the form shows it in the empty field of a code */
  readonly example: string | null;
  /** value of the field in a new form */
  readonly initial: string | number | null;
}
export type EntityFields = Readonly<Record<string, EntityField>>;

interface Said<R extends boolean, S extends boolean> {
  required?: R;
  search?: S;
  example?: string;
}
type Kept<R extends boolean, T extends z.ZodType> = R extends true ? T : z.ZodNullable<T>;

const field = <In extends z.ZodType, T extends z.ZodType, R extends boolean, S extends boolean>(
  kind: FieldKind,
  label: string,
  { input, row, said, ...more }: { input: In; row: T; said: Said<R, S>; isUnique?: boolean; dict?: string; initial?: string | number },
): EntityField<In, Kept<R, T>, S> => ({
  kind,
  label,
  input: input.meta({ title: label }) as In,
  row: (said.required ? row : row.nullable()) as unknown as Kept<R, T>,
  isRequired: said.required ?? false,
  isSearched: (said.search ?? false) as S,
  isUnique: more.isUnique ?? false,
  dict: more.dict ?? null,
  example: said.example ?? null,
  initial: more.initial ?? null,
});

type Filled<R extends boolean, T extends z.ZodType> = R extends true ? T : z.ZodOptional<z.ZodNullable<T>>;
/** A required or optional value; a cleared form field arrives as ''. */
const filled = <T extends z.ZodType, R extends boolean>(schema: T, said: Said<R, boolean>) =>
  (said.required
    ? schema
    : z
        .literal('')
        .transform(() => null)
        .or(schema)
        .nullish()) as unknown as Filled<R, T>;

/** One line of text: `textField('资产名称', { max: 50, required: true, unique: true, search: true })`. */
export const textField = <R extends boolean = false, S extends boolean = false>(
  label: string,
  said: Said<R, S> & { max?: number; unique?: boolean } = {},
) => {
  const { max = 50 } = said;
  const input = (said.required ? requiredText(max, label) : optionalText(max, label)) as R extends true
    ? ReturnType<typeof requiredText>
    : ReturnType<typeof optionalText>;
  return field('text', label, { input, row: z.string(), said, isUnique: said.unique });
};

/** Text in several lines, such as 备注; 1000 characters unless `max` says otherwise. */
export const areaField = (label: string, { max = 1000 }: { max?: number } = {}) =>
  field('area', label, { input: optionalText(max, label), row: z.string(), said: {} as Said<false, false> });

/** A code that matches `pattern`, or null; `message` says what it is made of: `codeField('岗位编码', { pattern, message, unique: true })`. */
export const codeField = <S extends boolean = false>(
  label: string,
  { pattern, message, ...said }: Said<false, S> & { pattern: RegExp; message: string; unique?: boolean },
) => {
  const input = z
    .string()
    .trim()
    .regex(pattern, message)
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null);
  return field('code', label, { input, row: z.string(), said, isUnique: said.unique });
};

/** 状态: `'1'` 启用 unless given, `'0'` 禁用. */
export const statusField = <S extends boolean = false>(label = '状态', said: Pick<Said<false, S>, 'search'> = {}) => ({
  ...field('status', label, {
    input: StatusInput,
    row: Status,
    said: { ...said, required: true, example: '启用' },
    dict: 'sys_common_status',
    initial: '1',
  }),
  isRequired: false,
});

/** 排序: a whole number from 0, which it is unless given; smaller ones come first. */
export const sortField = (label = '排序') => ({
  ...field('number', label, { input: SortInput, row: z.number().int(), said: { required: true, example: '10' }, initial: 0 }),
  isRequired: false,
});

/** A whole number between `min` and `max`, 0 and 999999999 unless given. */
export const numberField = <R extends boolean = false>(label: string, said: Said<R, false> & { min?: number; max?: number } = {}) => {
  const { min = 0, max = 999_999_999 } = said;
  const message = `${label}应为${min}到${max}之间的整数`;
  return field('number', label, {
    input: filled(z.number({ error: message }).int(message).min(min, message).max(max, message), said),
    row: z.number().int(),
    said,
  });
};

/** A calendar day. */
export const dayField = <R extends boolean = false>(label: string, said: Said<R, false> = {}) =>
  field('day', label, { input: filled(Day, said), row: z.string(), said });

/** An item of a dictionary, by its code. */
export const dictField = <R extends boolean = false, S extends boolean = false>(label: string, dict: string, said: Said<R, S> = {}) =>
  field('dict', label, {
    input: filled(
      z
        .string({ error: `请选择${label}` })
        .min(1, `请选择${label}`)
        .max(50),
      said,
    ),
    row: z.string(),
    said,
    dict,
  });

/** An account, by its id; the name of the field ends in `Id`, and rows carry the nickname as `…Name`. */
export const accountField = <R extends boolean = false>(label: string, said: Said<R, false> = {}) =>
  field('account', label, { input: filled(Id, said), row: z.string(), said });

/** `keeperId` → `keeperName`. */
export const nameOfAccount = (name: string): string => name.replace(/Id$/, 'Name');

type RowShape<F extends EntityFields> = typeof rowFields & { [K in keyof F]: F[K]['row'] };
type InputShape<F extends EntityFields> = { [K in keyof F]: F[K]['input'] };
type SearchShape<F extends EntityFields> = {
  [K in keyof F as F[K]['isSearched'] extends true ? K : never]: z.ZodOptional<F[K]['kind'] extends 'status' ? typeof Status : z.ZodString>;
};

/** The schemas of a row, of what callers send, and of the query of the list. */
export function entitySchemas<F extends EntityFields>(fields: F) {
  const all = Object.entries(fields);
  const names = all.filter(([, { kind }]) => kind === 'account').map(([name]) => [nameOfAccount(name), z.string().nullable()]);
  const shape = (part: 'input' | 'row') => all.map(([name, one]) => [name, one[part]]);
  const searched = all
    .filter(([, { isSearched }]) => isSearched)
    .map(([name, { kind, label }]) => [name, (kind === 'status' ? Status : z.string().max(100)).optional().meta({ title: label })]);
  return {
    row: z.object({ ...rowFields, ...Object.fromEntries(shape('row')), ...Object.fromEntries(names) }) as z.ZodObject<RowShape<F>>,
    input: z.object(Object.fromEntries(shape('input'))) as unknown as z.ZodObject<InputShape<F>>,
    search: z.object(Object.fromEntries(searched)) as unknown as z.ZodObject<SearchShape<F>>,
  };
}

/** The calls that `entityRoutes` declares for these fields. */
export type EntityRoutes<F extends EntityFields> = ReturnType<typeof entityRoutes<F>>;

/**
 * The calls of a plain entity, those of its workbooks included:
 *
 *     export const asset = defineContract(entityRoutes('/office/assets', '办公资产', 'office:asset', assetFields));
 */
export function entityRoutes<F extends EntityFields>(base: string, label: string, code: string, fields: F) {
  const schemas = entitySchemas(fields);
  return { ...crudRoutes(base, label, code, schemas), ...excelRoutes(base, label, code, { search: schemas.search }) };
}
