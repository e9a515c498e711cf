import type { Expression, SqlBool } from 'kysely';
import type { MenuIconName } from '#kit/contract/menu-icons.ts';
import type { AnyRoute, Contract, Input, Reply } from '#kit/contract/route.ts';
import type { App, Ctx, Db } from './ctx.ts';
import type { MigrationSet } from './db/migrate.ts';
import type { Tables } from './db/tables.ts';
import type { JobHandler } from './jobs.ts';
import type { HostRegistry, Origin } from './outbound/index.ts';
import type { TransferCentre } from './excel/transfer.ts';
import type { AnyTask, ScheduleSeed } from './tasks.ts';
import type { TodoKind } from './todos.ts';

/** One handler per declared call; a missing handler or a wrong reply does not compile. */
export type Handlers<C extends Contract> = {
  [K in keyof C]: (ctx: Ctx, input: Input<C[K]>) => Promise<Reply<C[K]>> | Reply<C[K]>;
};
export interface Served {
  readonly contract: Contract;
  readonly handlers: Record<string, (ctx: Ctx, input: any) => unknown>;
}
/** Joins a contract with its handlers. */
export const implement = <C extends Contract>(contract: C, handlers: Handlers<C>): Served => ({ contract, handlers });

/** A menu row to seed; type follows from the shape: children and no page = 模块, page = 菜单, `buttons` = 按钮. */
export interface MenuSeed {
  /** full path, unique: `/basic/system/post` */
  path: string;
  /** path of the menu that it stands below, when it is not written as a child */
  under?: string;
  name: string;
  /** `Layout`, `ScreenLayout` or a page key such as `basic/system/post/index`; a folder inside a layout gives null */
  component: string | null;
  redirect?: string;
  icon?: MenuIconName;
  /** 资源编码 where the product family has one, `1011`; others have none */
  code?: string;
  hidden?: boolean;
  sort: number;
  /** permission of the page call, `system:post:list` */
  perms?: string;
  /** every account gets it, whatever its roles */
  forEverybody?: boolean;
  children?: readonly MenuSeed[];
  buttons?: readonly { name: string; perms: string }[];
}
/** What `plainEntity` makes of an entity. */
export interface PlainEntity {
  readonly served: Served;
  readonly menu: MenuSeed;
  readonly recycle: Recyclable;
  readonly dicts: readonly DictSeed[];
}
export interface DictSeed {
  code: string;
  name: string;
  /** [itemText = stored code, itemValue = label] */
  items: readonly (readonly [code: string, label: string])[];
}
interface ConfigSeedBase {
  key: string;
  name: string;
  /** the default, as text */
  value: string;
  /** heading under which the page lists it */
  group: string;
  /** readable by everyone signed in through /configs/key/{key} */
  isPublic?: boolean;
  /** Chinese help: what changes with it, and when */
  remark?: string;
  /** what is missing before the setting can do its work, as a Chinese sentence; null when it works */
  missing?: (app: App) => Promise<string | null>;
  /** a secret setting that is meant for what this one names: it is emptied when `target` of the value changes */
  carries?: { readonly secret: string; readonly target: (value: string) => string };
  /** the value names a server outside, which has to be registered before it is saved; null for a value that names none */
  outside?: (value: string) => Origin | null;
}
export interface NumberConfigSeed extends ConfigSeedBase {
  type: 'number';
  /** bounds, both included: nothing else is saved, so that readers need not correct what they read */
  min: number;
  max: number;
  /** 分钟, 天, MB */
  unit: string;
  /** digits after the point; whole numbers unless given */
  decimals?: number;
}
export interface OtherConfigSeed extends ConfigSeedBase {
  type: 'text' | 'boolean' | 'secret';
  /** a Chinese sentence for a value that cannot work, null for one that can */
  problem?: (value: string) => string | null;
}
/** A setting, declared once: what may be saved, shown, and what it is before anybody changes it. */
export type ConfigSeed = NumberConfigSeed | OtherConfigSeed;

/** One live figure of the /home directory. */
export interface HomeFigure {
  /** path of the menu that the figure belongs to; shown only to accounts that have it */
  path: string;
  value: string;
  unit: string;
  note: string;
}

/** A record that the ⌘K palette found. */
export interface SearchHit {
  kind: string;
  title: string;
  detail: string;
  /** own path to open */
  path: string;
}

/** A kind of record whose deleted rows can be restored or removed for good. */
export interface Recyclable {
  readonly table: keyof Tables & string;
  /** Chinese name, 岗位 */
  readonly label: string;
  /** column that people call a row by */
  readonly nameField: string;
  /** permissions of the entity: who may not delete it neither sees nor restores it; `system:post` */
  readonly code: string;
  /** department and owner columns when rows are limited to the caller's data scope */
  readonly scope?: { readonly dept: string; readonly owner?: string };
  /** Chinese names of columns for the details; those of the entity's workbook and the common ones are known anyway */
  readonly labels?: Readonly<Record<string, string>>;
  /** dictionaries of columns, as in the list of the entity */
  readonly dicts?: Readonly<Record<string, string>>;
  /** what of a row people may see; secrets by name are gone before */
  readonly view?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** rows that stand in the list by themselves; others come and go with their parent */
  readonly listed?: Expression<SqlBool>;
  /** refuses a restore that would break a rule (a name taken meanwhile, a parent gone) by throwing an AppError */
  readonly beforeRestore?: (ctx: Ctx, id: string) => Promise<void>;
  /** brings back what went with the row, and refuses what only shows once it is there */
  readonly afterRestore?: (ctx: Ctx, id: string) => Promise<void>;
  /** removes what hangs on the row before it is removed for good, or refuses by throwing an AppError */
  readonly beforePurge?: (ctx: Ctx, id: string) => Promise<void>;
}

/** A message to accounts, kept in their bell. */
export interface AccountMessage {
  readonly to: readonly string[];
  readonly title: string;
  readonly text: string;
  /** own page that a click opens */
  readonly path: string | null;
  /** a second message with the same key to the same account is dropped; null = never dropped */
  readonly key: string | null;
}
/** How a module that others do not need, because it needs them, carries their words to people. */
export interface Courier {
  /** puts a message into the bell of each account, in the caller's transaction */
  notify(app: App, db: Db, message: AccountMessage): Promise<void>;
  /** what mails leave with (server, account, sender), to know whether it has changed since it was tried; null when mail is not configured */
  mailSettings(app: App): Promise<string | null>;
  /** sends one mail of plain text; throws rule.broken when the server does not take it */
  mail(app: App, mail: { name: string; address: string; subject: string; text: string }): Promise<void>;
}

export interface ServerModule {
  readonly name: string;
  /** modules whose server/index.ts this one uses */
  readonly needs: readonly string[];
  /** absent when the module has no tables of its own */
  readonly migrations?: MigrationSet;
  readonly routes: readonly Served[];
  readonly menus?: readonly MenuSeed[];
  readonly dicts?: readonly DictSeed[];
  readonly configs?: readonly ConfigSeed[];
  readonly jobs?: Readonly<Record<string, JobHandler<any>>>;
  /** what can be scheduled, by key `module.what` */
  readonly tasks?: Readonly<Record<string, AnyTask>>;
  readonly schedules?: readonly ScheduleSeed[];
  readonly recycle?: readonly Recyclable[];
  /** by table of another module: removes what this one keeps about a row that is removed for good */
  readonly onPurge?: { readonly [table in keyof Tables & string]?: (db: Db, id: string) => Promise<void> };
  /** columns that keep stored file names, comma separated, without binding them: the sweep of files spares what they name */
  readonly fileColumns?: readonly { readonly table: keyof Tables & string; readonly column: string }[];
  /** carries messages and mails to people; one module has it */
  readonly courier?: Courier;
  /** where long exports and imports wait, run and are kept; one module has it */
  readonly transfers?: TransferCentre;
  /** what people call an account, null for none; one module has it */
  nicknameOf?(db: Db, id: string): Promise<string | null>;
  /** where outside hosts are registered; one module has it */
  readonly hosts?: HostRegistry;
  /** rows that every installation needs; runs once, inside a lease, after the menus, dicts and configs of all modules */
  seed?(app: App, db: Db): Promise<void>;
  /** starts what lives as long as the process; the result stops it */
  start?(app: App): Promise<() => Promise<void>>;
  /**
   * Makes the first calls after a start quick: what would be loaded or read when somebody comes is there already. Runs once on every node
   * before it answers, for some seconds, then on in the background; gives way to people and ends when `signal` says so. The node works without it.
   */
  warm?(app: App, signal: AbortSignal): Promise<void>;
  figures?(ctx: Ctx): Promise<HomeFigure[]>;
  search?(ctx: Ctx, keyword: string): Promise<SearchHit[]>;
  /** what waits for people in this module, by kind: 我的待办 */
  readonly todos?: readonly TodoKind[];
}
/** A module as it is written; `entities` adds the routes, menu, dictionaries and recycle bin of each plain entity. */
export const defineServerModule = ({ entities = [], ...module }: ServerModule & { entities?: readonly PlainEntity[] }): ServerModule =>
  entities.length === 0
    ? module
    : {
        ...module,
        routes: [...module.routes, ...entities.map(({ served }) => served)],
        menus: [...(module.menus ?? []), ...entities.map(({ menu }) => menu)],
        dicts: [...(module.dicts ?? []), ...entities.flatMap(({ dicts }) => dicts)],
        recycle: [...(module.recycle ?? []), ...entities.map(({ recycle }) => recycle)],
      };

/** The courier of an installation; undefined in one without messages. */
export const courierOf = (app: App): Courier | undefined => app.modules.find((module) => module.courier)?.courier;

/** Modules in an order where every need comes first; throws on a missing or circular need. */
export function inOrder(modules: readonly ServerModule[]): ServerModule[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  const done = new Set<string>();
  const path: string[] = [];
  const ordered: ServerModule[] = [];
  const visit = (name: string) => {
    if (done.has(name)) return;
    const module = byName.get(name);
    if (!module) throw new Error(`module ${path.at(-1) ?? 'app'} needs ${name}, which does not exist`);
    if (path.includes(name)) throw new Error(`modules need each other in a circle: ${[...path, name].join(' → ')}`);
    path.push(name);
    module.needs.forEach(visit);
    path.pop();
    done.add(name);
    ordered.push(module);
  };
  modules.forEach((module) => visit(module.name));
  return ordered;
}

/** The upgrade scripts of modules, those of a need before those of its user. */
export const migrationSets = (modules: readonly ServerModule[]): MigrationSet[] =>
  inOrder(modules).flatMap(({ migrations }) => (migrations ? [migrations] : []));

const PERMISSION = /^[a-z]+(:[a-zA-Z]+){1,4}$/;

/** Checks that hold for the whole product, made once at start-up; throws the first that fails. */
export function assertRoutes(routes: Iterable<AnyRoute>): void {
  const seen = new Set<string>();
  for (const route of routes) {
    for (const path of [route.path, ...route.aliases]) {
      const key = `${route.method} ${path.replace(/:\w+/g, ':')}`;
      if (seen.has(key)) throw new Error(`route ${key} is declared twice`);
      seen.add(key);
    }
    const key = `${route.method} ${route.path}`;
    if (!route.access) throw new Error(`route ${key} does not say who may call it`);
    if (route.access.kind !== 'perm') continue;
    for (const permission of route.access.anyOf)
      if (!PERMISSION.test(permission)) throw new Error(`route ${key}: permission ${permission} is not module:entity:action`);
    if ((route.method === 'PUT' || route.method === 'DELETE') && !route.audit)
      throw new Error(`route ${key} writes but has no audit title`);
  }
}
