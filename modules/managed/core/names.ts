import { HIDDEN_COLUMN } from '#modules/sources/contract/managed.ts';

/** PostgreSQL keeps 63 bytes of a name; what is added to names (`__h12`, `_2`) has room behind this. */
const MAX_NAME = 48;
/** The names in passing and the hidden ones; no living column may end so. */
const PASSING = /__t\d+$/;
const withoutOwnEnding = (name: string): string => name.replace(PASSING, '').replace(HIDDEN_COLUMN, '');

/** A lower-case name of letters, digits and underscores; empty when nothing of `text` can be kept. */
function plainName(text: string): string {
  const name = text
    .normalize('NFKC')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, MAX_NAME);
  // an ending behind an ending
  return withoutOwnEnding(name) === name ? name : plainName(withoutOwnEnding(name));
}

/** A free name as close to `wanted` as possible; `otherwise` is used where nothing of it can be part of a name. */
export function freeName(wanted: string, otherwise: string, isTaken: (name: string) => boolean): string {
  const base = plainName(wanted) || `f_${plainName(otherwise) || 'x'}`.slice(0, MAX_NAME);
  if (!isTaken(base)) return base;
  for (let n = 2; ; n++) if (!isTaken(`${base}_${n}`)) return `${base}_${n}`;
}

/** True when `name` is what `freeName` would make of `wanted`, numbered or not: then the column keeps it. */
export const isNamedAfter = (name: string, wanted: string, otherwise: string): boolean => {
  const base = freeName(wanted, otherwise, () => false);
  return name === base || (name.startsWith(`${base}_`) && /^\d+$/.test(name.slice(base.length + 1)));
};

/** The name of a column that no field has any more: it leaves its own free. */
export const hiddenName = (name: string, position: number): string => `${withoutOwnEnding(name).slice(0, MAX_NAME)}__h${position}`;
/** Names go round only by a third one. */
export const passingName = (position: number): string => `c__t${position}`;
