import type { Expression, SqlBool } from 'kysely';
import type { MenuIconName } from '#kit/contract/menu-icons.ts';
import type { AnyRoute, Contract, Input, Reply } from '#kit/contract/route.ts';
import type { Account, App, Ctx, Db } from './ctx.ts';
import type { BusinessType, BusinessTypes, FlowDesk, FlowService } from './flow.ts';
import type { MigrationSet } from './db/migrate.ts';
import type { Tables } from './db/tables.ts';
import type { AnyJob, AnyJobKind } from './jobs.ts';
import type { HotPath } from './http/hot.ts';
import type { KeyAuthentication } from './http/key-caller.ts';
import type { MetricFamily } from './metric.ts';
import type { HostRegistry, Origin } from './outbound/index.ts';
import type { TransferCentre } from './excel/transfer.ts';
import type { PlatformSet } from './platform-set.ts';
import type { AnyTask, ScheduleSeed } from './tasks.ts';
import type { TodoKind } from './todos.ts';

/** One handler per declared route; a missing handler or a wrong reply type does not compile. */
export type Handlers<C extends Contract> = {
  [K in keyof C]: (ctx: Ctx, input: Input<C[K]>) => Promise<Reply<C[K]>> | Reply<C[K]>;
};
export interface Served {
  readonly contract: Contract;
  readonly handlers: Record<string, (ctx: Ctx, input: any) => unknown>;
}
/** A file that a record keeps. */
export interface KeptFile {
  readonly entityId: string;
  /** stored name */
  readonly fileName: string;
}
/** Those of these files that an account may open through their records, or (`maskedFiles`) that are masked there for it. */
export type FileReaders = (
  scope: { readonly app: App; readonly db: Db; readonly user: Account },
  kept: readonly KeptFile[],
) => Promise<readonly KeptFile[]>;
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
  /** 资源编码 of the compatible product family, `1011`; null for menus that it does not have */
  code?: string;
  hidden?: boolean;
  sort: number;
  /** permission of the page call, `system:post:list` */
  perms?: string;
  /** visible to every account, whatever its roles */
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
  /** Chinese help: what the setting affects, and when */
  remark?: string;
  /** a Chinese sentence about missing prerequisites of the setting; null when it works */
  missing?: (app: App) => Promise<string | null>;
  /** names a secret setting that is cleared when `target` of this value changes, so that a secret is never sent to another server */
  carries?: { readonly secret: string; readonly target: (value: string) => string };
  /** the external server in the value, which must be a registered host before saving; null when the value names none */
  outside?: (value: string) => Origin | null;
}
export interface NumberConfigSeed extends ConfigSeedBase {
  type: 'number';
  /** bounds, both included, enforced when saving */
  min: number;
  max: number;
  /** 分钟, 天, MB */
  unit: string;
  /** digits after the point; whole numbers unless given */
  decimals?: number;
}
export interface OtherConfigSeed extends ConfigSeedBase {
  type: 'text' | 'boolean' | 'secret';
  /** a Chinese sentence for an invalid value, null for a valid one */
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

/** How background work of a module stands, for 服务监控. */
export interface HealthReport {
  /** 审批流程 */
  readonly title: string;
  /** page that shows more; null when there is none */
  readonly path: string | null;
  readonly figures: readonly { readonly label: string; readonly value: number; readonly isBad: boolean }[];
  /** what needs a person, the worst first, at most ten */
  readonly items: readonly { readonly title: string; readonly detail: string; readonly time: Date }[];
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
  /** permission prefix of the entity, `system:post`: without its delete permission rows are neither listed nor restored */
  readonly code: string;
  /** department and owner columns when rows are limited to the caller's data scope */
  readonly scope?: { readonly dept: string; readonly owner?: string };
  /** Chinese names of columns for the details; those of the entity's workbook and the common ones are known anyway */
  readonly labels?: Readonly<Record<string, string>>;
  /** dictionaries of columns, as in the list of the entity */
  readonly dicts?: Readonly<Record<string, string>>;
  /** the part of a row that people may see; secret fields are already removed */
  readonly view?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** condition for rows that are listed themselves; the others follow their parent */
  readonly listed?: Expression<SqlBool>;
  /** throws an AppError to refuse a restore that would violate a rule (name taken meanwhile, parent deleted) */
  readonly beforeRestore?: (ctx: Ctx, id: string) => Promise<void>;
  /** restores dependent rows, and refuses conflicts that only show afterwards */
  readonly afterRestore?: (ctx: Ctx, id: string) => Promise<void>;
  /** removes dependent rows before the row is deleted permanently, or throws an AppError to refuse */
  readonly beforePurge?: (ctx: Ctx, id: string) => Promise<void>;
}

/** A notification to accounts, kept in their message list (bell). */
export interface AccountMessage {
  readonly to: readonly string[];
  readonly title: string;
  readonly text: string;
  /** own page that a click opens */
  readonly path: string | null;
  /** deduplication key: a second message with the same key to the same account is dropped; null = never dropped */
  readonly key: string | null;
}
/** Delivery of notifications and mail, implemented by a module that depends on the senders (dependency inversion). */
export interface Courier {
  /** stores a notification for each account, in the caller's transaction */
  notify(app: App, db: Db, message: AccountMessage): Promise<void>;
  /**
   * identifies the current mail settings (server, account, sender), to detect changes since the last successful test; null when mail is not
   * configured
   */
  mailSettings(app: App): Promise<string | null>;
  /** sends one plain-text mail; throws rule.broken when the mail server refuses it */
  mail(app: App, mail: { name: string; address: string; subject: string; text: string }): Promise<void>;
}

export interface ServerModule {
  readonly name: string;
  /** modules whose server/index.ts this one uses */
  readonly needs: readonly string[];
  /** absent when the module has no tables of its own */
  readonly migrations?: MigrationSet;
  readonly routes: readonly Served[];
  /** paths whose calls are declared at run time, answered by the module itself */
  readonly hot?: readonly HotPath[];
  readonly menus?: readonly MenuSeed[];
  readonly dicts?: readonly DictSeed[];
  readonly configs?: readonly ConfigSeed[];
  /** data sets over the tables of this module, for charts and screens */
  readonly platformSets?: readonly PlatformSet[];
  /** handlers of background work by kind `module.what`; a kind may say how many run at once and whether a failure is tried again */
  readonly jobs?: Readonly<Record<string, AnyJob | AnyJobKind>>;
  /** what can be scheduled, by key `module.what` */
  readonly tasks?: Readonly<Record<string, AnyTask>>;
  readonly schedules?: readonly ScheduleSeed[];
  readonly recycle?: readonly Recyclable[];
  /** per table of another module: removes this module's dependent data when a row is deleted permanently */
  readonly onPurge?: { readonly [table in keyof Tables & string]?: (db: Db, id: string) => Promise<void> };
  /** kinds of records of this module that can be approved */
  readonly businessTypes?: readonly BusinessType[];
  /** kinds of records of this module that people make at run time */
  readonly businessTypesOf?: BusinessTypes;
  /** what service nodes of processes can have done by name */
  readonly flowServices?: readonly FlowService[];
  /** columns holding stored file names (comma-separated) without a foreign key; the orphan sweep keeps these files */
  readonly fileColumns?: readonly { readonly table: keyof Tables & string; readonly column: string }[];
  /**
   * Who may open files of records that grant it case by case (an approval opens them to those who decide), by table: which of their files an
   * account reads. Asked after the readers that the record was bound with.
   */
  readonly fileReaders?: Readonly<Record<string, FileReaders>>;
  /**
   * Files of records that stand only in values which an account sees masked, by table: neither the right to the record nor that to all files
   * opens them.
   */
  readonly maskedFiles?: Readonly<Record<string, FileReaders>>;
  /** delivers notifications and mail; provided by exactly one module */
  readonly courier?: Courier;
  /** runs long exports and imports; provided by exactly one module */
  readonly transfers?: TransferCentre;
  /** nickname of an account, null when it does not exist; provided by exactly one module */
  nicknameOf?(db: Db, id: string): Promise<string | null>;
  /** an account as it stands now, null when it does not exist, is disabled or has expired; provided by exactly one module */
  accountOf?(db: Db, id: string): Promise<Account | null>;
  /** approvals; provided by exactly one module */
  readonly flowDesk?: FlowDesk;
  /** registry of outbound hosts; provided by exactly one module */
  readonly hosts?: HostRegistry;
  /** inserts the rows that every installation needs; runs once, under a lease, after the menus, dictionaries and settings of all modules */
  seed?(app: App, db: Db): Promise<void>;
  /** starts background work that lives as long as the process; the returned function stops it */
  start?(app: App): Promise<() => Promise<void>>;
  /**
   * Warms caches after a start so that first calls are fast. Runs once per node, for some seconds before it answers and then in the
   * background; yields to calls and ends when `signal` aborts. Optional: the node works without it.
   */
  warm?(app: App, signal: AbortSignal): Promise<void>;
  /** how background work stands; shown to who may see 服务监控, whatever their rights in this module */
  health?(app: App): Promise<HealthReport>;
  /** what this node counts, for scrapers */
  metrics?(app: App): readonly MetricFamily[];
  /** tells the keys of applications, on routes with `apiKey` access; provided by exactly one module */
  readonly authenticateKey?: KeyAuthentication;
  figures?(ctx: Ctx): Promise<HomeFigure[]>;
  search?(ctx: Ctx, keyword: string): Promise<SearchHit[]>;
  /** to-do kinds of this module (我的待办) */
  readonly todos?: readonly TodoKind[];
}
/** Declares a module; `entities` adds routes, menu, dictionaries and recycle bin of each plain entity. */
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

/** The notification courier of an installation; undefined when no module provides one. */
export const courierOf = (app: App): Courier | undefined => app.modules.find((module) => module.courier)?.courier;

/** Topological order of the modules by `needs`; throws on a missing or circular dependency. */
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

/** The migration sets of all modules, dependencies first. */
export const migrationSets = (modules: readonly ServerModule[]): MigrationSet[] =>
  inOrder(modules).flatMap(({ migrations }) => (migrations ? [migrations] : []));

const PERMISSION = /^[a-z]+(:[a-zA-Z]+){1,4}$/;

/** Product-wide checks of all routes at start-up; throws the first violation. */
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
