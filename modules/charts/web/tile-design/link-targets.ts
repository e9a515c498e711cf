import { useQuery } from '@tanstack/react-query';
import { loadPart } from '#kit/web/lazy-part.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { linkTargets, type LinkTarget, type TargetKind } from '../index.ts';

type Link = Extract<Action, { do: 'jump' }>['link'];

export type { LinkTarget, TargetKind } from '../index.ts';
/** What a kind of documents is called. */
export const targetLabel = (kind: TargetKind): string => linkTargets.get(kind)?.label ?? '';

const fresh = 30_000;
async function targetOf(kind: TargetKind): Promise<LinkTarget> {
  const found = linkTargets.get(kind);
  if (!found) throw new Error(`no module announces ${kind} as the target of links`);
  return (await loadPart(found.load)).linkTarget;
}
// the first part is that of the calls, so that whatever changes a document asks for these anew
const keyOf = (kind: TargetKind, ...rest: readonly string[]) => [`/data/visual/${kind}s`, 'link target', ...rest];

/** Documents of a kind to choose from. */
export const useTargets = (kind: TargetKind) =>
  useQuery({ queryKey: keyOf(kind), queryFn: async () => (await targetOf(kind)).list(), staleTime: fresh });

/** The filters of the board or screen that a jump leads to; null for anything else, and while they are not known. */
export function useTargetFilters(link: Link): readonly ViewFilter[] | null {
  const [kind, id] = link.to === 'screen' || link.to === 'board' ? [link.to, link.id] : [null, ''];
  const { data } = useQuery({
    queryKey: keyOf(kind ?? 'board', id),
    queryFn: async () => (await targetOf(kind!)).filters(id),
    enabled: kind !== null,
    staleTime: fresh,
  });
  return data ?? null;
}

/** The filter that a field most likely belongs to: one that acts on the same field, else the first one. */
export const filterFor = (filters: readonly ViewFilter[], col: string): string | undefined =>
  (filters.find(({ targets: acted }) => acted.some((one) => 'col' in one && one.col === col)) ?? filters[0])?.id;
