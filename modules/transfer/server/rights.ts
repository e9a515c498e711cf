import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { boardCalls } from '#modules/boards/contract/board-calls.ts';
import { chartCalls } from '#modules/charts/contract/chart-calls.ts';
import { dataSet } from '#modules/datasets/contract/data-set.ts';
import { screenCalls } from '#modules/screens/contract/screen-calls.ts';
import type { TransferKind } from '../contract/file.ts';

/** The calls by which people do with their hands what an import does for them. */
const CALLS = {
  dataset: { new: dataSet.create, replace: dataSet.update },
  chart: { new: chartCalls.create, replace: chartCalls.build },
  board: { new: boardCalls.create, replace: boardCalls.build, publish: boardCalls.publish },
  screen: { new: screenCalls.create, replace: screenCalls.build, publish: screenCalls.publish },
} as const;

/** Chinese words of the kinds. */
export const LABELS: Readonly<Record<TransferKind, string>> = { dataset: '数据集', chart: '图表', board: '看板', screen: '大屏' };

function as(ctx: Ctx, route: AnyRoute): Ctx {
  if (route.access.kind === 'perm' && !route.access.anyOf.some((one) => holds(ctx.user, one)))
    throw new AppError('auth.noPermission', `没有“${route.summary}”的权限，请联系管理员授权，或选择跳过`);
  return Object.create(ctx, { route: { value: route } }) as Ctx;
}

/** The call as the one that adds or changes a document by hand: its permission and data scope decide. Throws auth.noPermission. */
export const doing = (ctx: Ctx, kind: TransferKind, what: 'new' | 'replace'): Ctx => as(ctx, CALLS[kind][what]);
/** The call as the one that publishes. Throws auth.noPermission. */
export const publishing = (ctx: Ctx, kind: 'board' | 'screen'): Ctx => as(ctx, CALLS[kind].publish);

const code = (kind: TransferKind): string => (kind === 'dataset' ? 'visual:set' : `visual:${kind}`);
/** Permissions with which a kind is looked at. */
export const LOOKS = (kind: TransferKind): string[] =>
  ['list', 'detail', 'edit', ...(kind === 'dataset' ? [] : ['build'])].map((verb) => `${code(kind)}:${verb}`);
/** Permissions that show a definition: drafts of boards and screens are for those who change them. */
export const DEFINES = (kind: TransferKind): string[] =>
  (kind === 'dataset' ? ['detail', 'edit'] : kind === 'chart' ? ['detail', 'edit', 'build'] : ['edit', 'build']).map(
    (verb) => `${code(kind)}:${verb}`,
  );
/** Permissions that change a kind. */
export const EDITS = (kind: TransferKind): string[] =>
  (kind === 'dataset' ? ['edit'] : ['edit', 'build']).map((verb) => `${code(kind)}:${verb}`);
export const mayDefine = (ctx: Ctx, kind: TransferKind): boolean => DEFINES(kind).some((one) => holds(ctx.user, one));
