import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { entitySchemas, nameOfAccount, type EntityField, type EntityFields, type EntityRoutes } from '#kit/contract/entity-fields.ts';
import type { MenuIconName } from '#kit/contract/menu-icons.ts';
import type { AnyRoute, Contract } from '#kit/contract/route.ts';
import { containsText, crudHandlers } from './crud.ts';
import type { Ctx } from './ctx.ts';
import type { Tables } from './db/tables.ts';
import type { ExcelColumn } from './excel/column.ts';
import type { ExcelOptions } from './excel/definition.ts';
import { excelHandlers, inBatches } from './excel/handlers.ts';
import { implement, type DictSeed, type Handlers, type MenuSeed, type PlainEntity, type Recyclable } from './module.ts';
import { scope } from './scope.ts';

/** What the handlers and the recycle bin of a plain entity follow from. */
interface Declaration<T, F> {
  /** table of the entity, with the common columns */
  table: T;
  fields: F;
  /** 办公资产 */
  label: string;
  /** permission prefix, `office:asset` */
  code: string;
  /** field that people call a row by */
  nameField: keyof F & string;
  /** items of dictionaries, `dictItems` of the system module */
  readDict: NonNullable<ExcelOptions<z.ZodType>['readDict']>;
  /** default order of the list, newest first unless given */
  order?: string;
  /** everybody with the permission reaches every row, whatever the data scope of the caller's roles: master data */
  isForAll?: boolean;
}
interface Options<T, F> extends Declaration<T, F> {
  /** position of the page: `under` is the path of the parent menu; the page's own path and page key append `page` to it */
  menu: { under: string; page: string; icon: MenuIconName; sort: number };
  /** dictionaries that come with the entity */
  dicts?: readonly DictSeed[];
}

/** Row scope by creator's department and creator. */
const SCOPE = { dept: 'createDept', owner: 'createBy' };

const VERBS: readonly (readonly [action: string, name: string])[] = [
  ['add', '新增'],
  ['edit', '修改'],
  ['detail', '详情'],
  ['remove', '删除'],
  ['import', '导入'],
  ['export', '导出'],
];

/** Menu buttons derived from the permissions of the declared routes. */
export function buttonsOf(contract: Contract, label: string, code: string): { name: string; perms: string }[] {
  const asked = new Set(Object.values<AnyRoute>(contract).flatMap(({ access }) => (access.kind === 'perm' ? access.anyOf : [])));
  return VERBS.map(([action, name]) => ({ name: `${label}${name}`, perms: `${code}:${action}` })).filter(({ perms }) => asked.has(perms));
}

const EXCEL_KINDS = {
  text: 'text',
  area: 'text',
  code: 'text',
  number: 'number',
  day: 'day',
  dict: 'text',
  status: 'text',
  account: 'text',
} as const;

const columnsOf = (fields: EntityFields): ExcelColumn[] => [
  ...Object.entries(fields).map(([name, one]) => ({
    field: name,
    title: one.label,
    kind: EXCEL_KINDS[one.kind],
    required: one.isRequired,
    ...(one.dict !== null && { dict: one.dict }),
    ...(one.example !== null && { example: one.example }),
    ...(one.kind === 'account' && { example: one.example ?? 'zhangsan', width: 24 }),
  })),
  { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
];

const USER_TEXT = z.string().trim().max(100);
/** 张三（zhangsan） of the account that a column names. */
const accountText = (table: string, column: string) =>
  sql<string | null>`(select concat(nickname, '（', username, '）') from sys_user where id = ${sql.ref(`${table}.${column}`)})`;

/** Matches 张三（zhangsan） as exports write it, or the bare user name. */
const USERNAME = /^(?:.*（)?([^（）]+)）?$/u;

/** Resolves user names of an imported row to account ids. */
async function withAccounts(ctx: Ctx, fields: EntityFields, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const found = { ...row };
  for (const [name, { kind, label }] of Object.entries(fields)) {
    const text = row[name];
    if (kind !== 'account' || typeof text !== 'string' || text === '') continue;
    const username = USERNAME.exec(text.trim())?.[1] ?? text;
    const account = await ctx.db
      .selectFrom('sysUser')
      .select('id')
      .where('username', '=', username)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!account)
      throw new AppError('input.invalid', `${label}“${text}”不存在`, [{ path: name, message: `${label}“${text}”不存在，请填写用户名` }]);
    found[name] = account.id;
  }
  return found;
}

const menuOf = (contract: Contract, { menu, label, code }: Options<any, any>): MenuSeed => ({
  under: menu.under,
  path: `${menu.under}/${menu.page}`,
  name: label,
  component: `${menu.under.slice(1)}/${menu.page}/index`,
  icon: menu.icon,
  sort: menu.sort,
  perms: `${code}:list`,
  buttons: buttonsOf(contract, label, code),
});

/** The recycle bin of a plain entity: labels of all fields. A row whose unique value was given away meanwhile is refused by the unique index. */
export const plainRecyclable = ({
  table,
  fields,
  label,
  nameField,
  code,
  isForAll,
}: Declaration<keyof Tables & string, any>): Recyclable => {
  const all = Object.entries<EntityField>(fields);
  return {
    table,
    label,
    nameField,
    code,
    ...(!isForAll && { scope: SCOPE }),
    labels: Object.fromEntries(all.map(([name, one]) => [name, one.label])),
    dicts: Object.fromEntries(all.flatMap(([name, { dict }]) => (dict === null ? [] : [[name, dict]]))),
  };
};

/**
 * The handlers of `entityRoutes`, lists, forms and workbooks; what is unusual is written by hand after the spread. Errors as `crudHandlers`
 * and `excelHandlers`.
 *
 *      implement(post, { ...plainHandlers(declaration), remove: … })
 */
export function plainHandlers<T extends keyof Tables & string, F extends EntityFields>(
  declaration: Declaration<T, F> & (keyof F extends keyof Selectable<Tables[T]> ? unknown : never),
): Handlers<EntityRoutes<F>> {
  const { table, fields, label, nameField, order, readDict, isForAll } = declaration;
  const all = Object.entries<EntityField>(fields);
  const schemas = entitySchemas(fields) as unknown as { row: z.ZodObject; input: z.ZodObject; search: z.ZodObject };
  const accounts = all.filter(([, { kind }]) => kind === 'account').map(([name]) => name);
  const search = Object.fromEntries(
    all.filter(([, one]) => one.isSearched).map(([name, one]) => [name, one.dict !== null ? 'eq' : 'like']),
  );
  const unique = Object.fromEntries(all.filter(([, one]) => one.isUnique).map(([name, one]) => [name, `${one.label}已存在`]));
  const crud = crudHandlers(table as never, schemas, {
    label,
    nameField,
    search: search as Record<string, 'eq' | 'like'>,
    sortable: [...all.filter(([, { kind }]) => kind !== 'area' && kind !== 'account').map(([name]) => name), 'createTime', 'updateTime'],
    order,
    unique,
    ...(!isForAll && { scope: SCOPE }),
    nicknames: Object.fromEntries(accounts.map((name) => [nameOfAccount(name), name])),
  });
  const excel = excelHandlers({
    label,
    columns: columnsOf(fields),
    // accounts arrive as user names
    input: schemas.input.extend(Object.fromEntries(accounts.map((name) => [name, fields[name]!.input.or(USER_TEXT)]))),
    readDict,
    rows: (ctx: Ctx, query: Record<string, unknown> & { ids?: string[] | null }) =>
      inBatches((after, limit) => {
        let rows = (ctx.db as any)
          .selectFrom(table)
          .select(['id', 'createTime', ...all.filter(([, { kind }]) => kind !== 'account').map(([name]) => name)])
          .select(accounts.map((name) => accountText(table, name).as(name)))
          .where(`${table}.deletedAt`, 'is', null)
          .where(`${table}.id`, '>', after);
        if (!isForAll) rows = rows.where(scope(ctx, SCOPE));
        if (query.ids) rows = rows.where(`${table}.id`, 'in', query.ids);
        for (const [name, how] of Object.entries(search)) {
          const value = query[name];
          if (value === undefined || value === '') continue;
          rows = how === 'like' ? rows.where(containsText(name, String(value))) : rows.where(name, '=', value);
        }
        return rows.orderBy(`${table}.id`).limit(limit).execute();
      }),
    create: async (ctx, row) => crud.create(ctx, { body: await withAccounts(ctx, fields, row as Record<string, unknown>) }),
  });
  return { ...crud, ...excel } as never;
}

/**
 * Implements a plain entity: handlers of `entityRoutes`, workbooks, menu with buttons, recycle bin. The module lists the result under
 * `entities`.
 *
 *      export const assets = plainEntity(asset, { table: 'officeAsset', fields: assetFields, label: '办公资产', … });
 *
 * Further calls are declared in a contract of their own.
 */
export function plainEntity<T extends keyof Tables & string, F extends EntityFields>(
  contract: Contract,
  options: Options<T, F> & (keyof F extends keyof Selectable<Tables[T]> ? unknown : never),
): PlainEntity {
  return {
    served: implement(contract, plainHandlers(options) as never),
    menu: menuOf(contract, options),
    recycle: plainRecyclable(options),
    dicts: options.dicts ?? [],
  };
}
