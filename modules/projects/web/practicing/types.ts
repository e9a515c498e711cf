import type { TreeOption } from '#kit/web/table/types.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Branch = CallReply<typeof api.practicingType.list>[number];
export type TypeOption = Branch['children'][number];

/** Types change rarely; every page that shows them asks once in ten minutes. */
const STALE_MS = 600_000;

const NONE: readonly Branch[] = [];
/** The tree of types, none while it is on its way. */
export const useTypes = (): readonly Branch[] => useCall(api.practicingType.list, {}, { staleTime: STALE_MS }).data ?? NONE;

/** Both levels can be chosen: for filters. */
export const typeFilter = (tree: readonly Branch[]): TreeOption[] =>
  tree.map((top) => ({
    value: top.id,
    label: top.typeName,
    children: top.children.map((type) => ({ value: type.id, label: type.typeName })),
  }));

/** Only types of the lower level, enabled or already chosen: for the form. */
export const typeChoices = (tree: readonly Branch[], chosen: string | undefined): TreeOption[] =>
  tree.flatMap((top) => {
    const children = top.children.filter((type) => type.id === chosen || (type.status === '1' && top.status === '1'));
    return children.length === 0
      ? []
      : [
          {
            value: top.id,
            label: top.typeName,
            disabled: true,
            children: children.map((type) => ({ value: type.id, label: type.typeName })),
          },
        ];
  });

export const typeOf = (tree: readonly Branch[], id: string | undefined): TypeOption | undefined =>
  tree.flatMap((top) => top.children).find((type) => type.id === id);

/** Names of all specialties, each once. */
export const allSpecialties = (tree: readonly Branch[]): string[] => [
  ...new Set(tree.flatMap((top) => top.children).flatMap((type) => type.specialties)),
];
