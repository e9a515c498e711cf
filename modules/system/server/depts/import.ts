import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { foldKey, type ParsedRow, type RowImport } from '#kit/server/excel/import.ts';
import { TOP_LEVEL, type DeptImport, type DeptImportChange } from '../../contract/dept.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { createDept, inScope, lockTree, updateDept } from './writes.ts';

/*
 * Departments from a file. A parent may stand in the same file, above or below what belongs to it: rows are taken from the root down in the
 * tree as it will be, so that each finds its parent at its final place and no move passes through a circle.
 */

type Row = z.output<typeof DeptImport>;
type Change = z.output<typeof DeptImportChange>;
type Parsed = ParsedRow<Row | Change>;

const STEPS = /\s*[/＞>]\s*/;
const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/** Field names of the API mapped to columns of the file, for error messages. */
const COLUMNS: Readonly<Record<string, string>> = { parentId: 'parent', leaderId: 'leader' };
async function inColumns<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const [detail] =
      error instanceof AppError && Array.isArray(error.detail) ? (error.detail as { path?: string; message?: string }[]) : [];
    const column = COLUMNS[detail?.path ?? ''];
    if (!(error instanceof AppError) || column === undefined) throw error;
    throw new AppError(error.key, error.message, [{ ...detail, path: column }]);
  }
}

const living = (db: Db) =>
  db
    .selectFrom('sysDept')
    .select(['id', 'parentId', 'deptName', 'deptNo', 'sortNo', 'leaderId', 'phone', 'status', 'remark', 'version'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(50_000)
    .execute();
type Stored = Awaited<ReturnType<typeof living>>[number];

/** Codes of all departments, folded. */
export async function existingCodes(db: Db): Promise<Set<string>> {
  return new Set((await living(db)).map((dept) => foldKey(dept.deptNo)));
}

/** A department as it will be: its folded code, its name and the folded code of its parent. */
interface Place {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
}

/** The tree as the file leaves it, by folded codes. */
class FutureTree {
  readonly #places: Map<string, Place>;
  /** folded codes by name */
  readonly #named = new Map<string, string[]>();

  constructor(depts: readonly Stored[], rows: readonly Parsed[]) {
    const codes = new Map(depts.map((dept) => [dept.id, foldKey(dept.deptNo)]));
    this.#places = new Map(
      depts.map((dept) => {
        const code = foldKey(dept.deptNo);
        return [code, { code, name: dept.deptName, parent: codes.get(dept.parentId) ?? null }];
      }),
    );
    // names first: a parent may be called by the name that the same file gives it
    for (const { value } of rows) {
      const code = foldKey(value.deptNo);
      const before = this.#places.get(code);
      this.#places.set(code, { code, name: value.deptName ?? before?.name ?? '', parent: before?.parent ?? null });
    }
    for (const { code, name } of this.#places.values()) this.#named.set(name, [...(this.#named.get(name) ?? []), code]);
    const stated = rows.flatMap(({ value }) => (value.parent ? [[foldKey(value.deptNo), value.parent] as const] : []));
    // a path of names is resolved in the tree as it will be: rows whose parents are known come first
    for (let open = stated; open.length > 0;) {
      const rest = open.filter(([code, text]) => !this.#settle(code, text));
      if (rest.length === open.length) break;
      open = rest;
    }
  }

  #settle(code: string, text: string): boolean {
    const parent = this.find(text);
    if (parent === undefined) return false;
    const place = this.#places.get(code);
    if (place) this.#places.set(code, { ...place, parent });
    return true;
  }

  /** Normalised code of a parent given by code or path; null for the root, undefined when there is no such parent or more than one. */
  find(text: string): string | null | undefined {
    if (text === TOP_LEVEL) return null;
    if (this.#places.has(foldKey(text))) return foldKey(text);
    const names = text.split(STEPS).filter(Boolean);
    const matching = (this.#named.get(names.at(-1) ?? '') ?? []).filter((code) => {
      const way = this.wayTo(code);
      return names.length === 1 || (way !== null && way.length === names.length && way.every((name, at) => name === names[at]));
    });
    // a single name may be that of a root as well as of departments below
    if (names.length === 1 && matching.length > 1) {
      const roots = matching.filter((code) => this.#places.get(code)?.parent === null);
      return roots.length === 1 ? roots[0] : undefined;
    }
    return matching.length === 1 ? matching[0] : undefined;
  }

  /** Names from the root down; null for a circle. */
  wayTo(code: string): string[] | null {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at: string | null = code; at !== null;) {
      const place = this.#places.get(at);
      if (seen.has(at)) return null;
      seen.add(at);
      if (!place) break;
      names.unshift(place.name);
      at = place.parent;
    }
    return names;
  }

  /** Names along the circle that a department would be part of, null when it is part of none. */
  circleAt(code: string): string[] | null {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at: string | null = code; at !== null && !seen.has(at); at = this.#places.get(at)?.parent ?? null) {
      seen.add(at);
      names.push(this.#places.get(at)?.name ?? at);
      if (this.#places.get(at)?.parent === code) return [...names, names[0] ?? ''];
    }
    return null;
  }

  depthOf = (code: string): number => this.wayTo(code)?.length ?? Number.MAX_SAFE_INTEGER;
}

/** Accounts by folded user name, and by nickname where it is that of one account. */
async function leadersOf(db: Db, rows: readonly Parsed[]) {
  const wanted = [...new Set(rows.flatMap(({ value }) => value.leader || []))];
  if (wanted.length === 0) return new Map<string, string>();
  const found = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += 1000) {
    const some = wanted.slice(from, from + 1000);
    const accounts = await db
      .selectFrom('sysUser')
      .select(['id', 'username', 'nickname'])
      .where('deletedAt', 'is', null)
      .where((e) => e.or([e(e.fn<string>('lower', ['username']), 'in', some.map(foldKey)), e('nickname', 'in', some)]))
      .orderBy('id')
      .execute();
    for (const name of some) {
      const named = accounts.filter((account) => foldKey(account.username) === foldKey(name));
      const called = named.length > 0 ? named : accounts.filter((account) => account.nickname === name);
      if (called.length === 1 && called[0]) found.set(name, called[0].id);
    }
  }
  return found;
}

/** Row import of departments: each row runs the handler of the single call, with its permission checks. */
export async function takeDepts(ctx: Ctx, rows: readonly Parsed[]): Promise<RowImport<Row, Change>> {
  if (rows.some((parsed) => parsed.isChange)) await lockTree(ctx);
  const depts = await living(ctx.db);
  const known = new Map(depts.map((dept) => [foldKey(dept.deptNo), dept]));
  const reached = new Set(
    (await ctx.db.selectFrom('sysDept').select('id').where('deletedAt', 'is', null).where(inScope(ctx)).execute()).map((dept) => dept.id),
  );
  const tree = new FutureTree(depts, rows);
  const leaders = await leadersOf(ctx.db, rows);
  const rowOf = new Map(rows.map((parsed) => [foldKey(parsed.value.deptNo), parsed.row]));
  /** ids of the departments of this file that have been made */
  const made = new Map<string, string>();

  const leaderOf = (text: string): string => {
    const id = leaders.get(text);
    if (id === undefined) throw wrong('leader', `负责人 ${text} 不存在或有多人同名，请填写用户名`);
    return id;
  };
  const parentOf = (deptNo: string, text: string): string => {
    const code = foldKey(deptNo);
    const circle = tree.circleAt(code);
    if (circle) throw wrong('parent', `上级部门形成循环：${circle.join(' → ')}`);
    const parent = tree.find(text);
    if (parent === undefined) throw wrong('parent', `上级部门 ${text} 不存在或不唯一，请填写部门编码或从顶级写起的完整路径`);
    if (parent === null) return ROOT_ID;
    const id = made.get(parent) ?? known.get(parent)?.id;
    if (id === undefined) throw wrong('parent', `上级部门 ${text} 在第 ${rowOf.get(parent) ?? ''} 行，该行有错误`);
    return id;
  };

  return {
    order: [...rows].sort((a, b) => tree.depthOf(foldKey(a.value.deptNo)) - tree.depthOf(foldKey(b.value.deptNo)) || a.row - b.row),

    async create(rowCtx, { parent, leader, ...values }) {
      const code = foldKey(values.deptNo);
      made.delete(code);
      const parentId = parentOf(values.deptNo, parent ?? TOP_LEVEL);
      const { id } = await inColumns(createDept(rowCtx, { ...values, parentId, leaderId: leader ? leaderOf(leader) : null }));
      made.set(code, id);
    },

    async update(rowCtx, { deptNo, parent, leader, ...values }) {
      const stored = known.get(foldKey(deptNo));
      if (!stored) throw wrong('deptNo', '该部门编码不存在，无法更新');
      if (!reached.has(stored.id)) throw wrong('deptNo', '该部门不在您的数据范围内，无法更新');
      const { id, version, ...before } = stored;
      const body = {
        ...before,
        ...values,
        status: values.status ?? (before.status === '0' ? ('0' as const) : ('1' as const)),
        parentId: parent ? parentOf(deptNo, parent) : before.parentId,
        leaderId: leader ? leaderOf(leader) : before.leaderId,
      };
      const isSame = Object.entries(body).every(([field, value]) => value === before[field as keyof typeof before]);
      if (!isSame) await inColumns(updateDept(rowCtx, { params: { id }, body: { ...body, version } }));
    },
  };
}
