import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idsOf, type NewIds } from '#modules/library/core/index.ts';
import { assertKnownForm, folderPaths, kindOf } from '#modules/library/server/index.ts';
import { keyOf, MAX_DOCUMENTS, TRANSFER_KINDS, type TransferKind } from '../contract/file.ts';
import { definitionsOf, type Definition } from './definitions.ts';
import { LABELS } from './rights.ts';

export interface Named {
  readonly kind: TransferKind;
  readonly id: string;
}
/** What somebody chose to export. */
export interface Chosen {
  readonly items: readonly Named[];
  /** boards and screens that clicks lead to come along */
  readonly withLinks: boolean;
}
/** A document that goes into the file. */
export interface Collected extends Definition {
  readonly folder: readonly string[];
  /** in today's form, of all but data sets */
  readonly form: Readonly<Record<string, unknown>> | null;
  /** boards and screens that its clicks lead to */
  readonly links: readonly { readonly kind: 'board' | 'screen'; readonly id: string }[];
  readonly files: readonly string[];
  readonly isChosen: boolean;
}

/** The document in today's form, and where its clicks lead. */
function formOf({ kind, doc, name }: Definition) {
  const links = new Map<string, { kind: 'board' | 'screen'; id: string }>();
  if (kind === 'dataset') return { form: null, links: [], files: [] };
  assertKnownForm(kind, doc);
  const same: NewIds = {
    set: (id) => id,
    chart: (id) => id,
    link(to, id) {
      links.set(keyOf({ kind: to, id }), { kind: to, id });
      return id;
    },
    file: (file) => file,
  };
  const form = kindOf(kind).withIds(doc, same);
  if (form === null) throw new AppError('rule.broken', `${LABELS[kind]}“${name}”还没有配置完成，不能导出`);
  return { form: form as Record<string, unknown>, links: [...links.values()], files: kindOf(kind).files(doc) };
}

/** What a document reads. */
const needsOf = ({ kind, doc }: Definition): Named[] => {
  if (kind === 'dataset') return [];
  const refs = kindOf(kind).refs(doc);
  return [
    ...idsOf(refs.charts).map((id) => ({ kind: 'chart' as const, id })),
    ...idsOf(refs.sets).map((id) => ({ kind: 'dataset' as const, id })),
  ];
};

const inOrder = (a: Collected, b: Collected): number => {
  const text = ({ kind, folder, name, id }: Collected): string => [TRANSFER_KINDS.indexOf(kind), ...folder, name, id].join('\u0000');
  return text(a) < text(b) ? -1 : 1;
};

/**
 * The chosen documents with all that they read, in the order of files. Throws entity.notFound when the caller may not export a chosen one,
 * rule.broken when something they read is out of reach or there is too much of it.
 */
export async function collect(ctx: Ctx, { items, withLinks }: Chosen): Promise<Collected[]> {
  const folders = new Map(await Promise.all(TRANSFER_KINDS.map(async (kind) => [kind, await folderPaths(ctx, kind)] as const)));
  const done = new Map<string, Collected>();
  const chosen = new Set(items.map(keyOf));
  let open: (Named & { readonly by: string | null; readonly isOffered?: boolean })[] = items.map((one) => ({ ...one, by: null }));
  while (open.length > 0) {
    const next: typeof open = [];
    const asked = new Map(open.filter((one) => !done.has(keyOf(one))).map((one) => [keyOf(one), one]));
    for (const kind of TRANSFER_KINDS) {
      const wanted = [...asked.values()].filter((one) => one.kind === kind);
      const found = await definitionsOf(
        ctx,
        kind,
        wanted.map(({ id }) => id),
      );
      for (const one of wanted) {
        const definition = found.get(one.id);
        if (!definition) {
          // a board that clicks lead to is offered, not needed
          if (one.isOffered) continue;
          if (one.by === null) throw new AppError('entity.notFound', `有${LABELS[kind]}不存在，或您没有权限查看它的定义，不能导出`);
          throw new AppError('rule.broken', `${one.by}使用的${LABELS[kind]}已删除，或您没有权限查看它的定义，不能导出`);
        }
        const { form, links, files } = formOf(definition);
        const folder = definition.folderId === null ? [] : (folders.get(kind)?.get(definition.folderId) ?? []);
        done.set(keyOf(one), { ...definition, folder, form, links, files, isChosen: chosen.has(keyOf(one)) });
        const by = `${LABELS[kind]}“${definition.name}”`;
        next.push(...needsOf(definition).map((need) => ({ ...need, by })));
        if (withLinks) next.push(...links.map((link) => ({ ...link, by, isOffered: true })));
      }
    }
    if (done.size > MAX_DOCUMENTS) throw new AppError('rule.broken', `连同引用的内容超过${MAX_DOCUMENTS}个，请减少选择，分批导出`);
    open = next.filter((one) => !done.has(keyOf(one)));
    // what is offered and out of reach would be asked for again and again
    if (open.every((one) => one.isOffered && asked.has(keyOf(one)))) break;
  }
  return [...done.values()].toSorted(inOrder);
}
