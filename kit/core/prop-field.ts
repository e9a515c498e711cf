/** Declaration of one widget setting: the inspector renders its input from it, the server validates with it. */
export type PropField = {
  readonly key: string;
  readonly label: string;
  readonly group?: string;
  readonly hint?: string;
  readonly when?: { readonly key: string; readonly is: readonly unknown[] };
} & (
  | { readonly kind: 'text'; readonly max?: number; readonly lines?: number }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly step?: number; readonly unit?: string }
  | { readonly kind: 'color' }
  /** `on` = switched on unless somebody switches it off */
  | { readonly kind: 'switch'; readonly on?: true }
  | { readonly kind: 'select'; readonly options: readonly (readonly [value: string, label: string])[] }
  | { readonly kind: 'image' }
  | { readonly kind: 'icon' }
  | { readonly kind: 'list'; readonly of: readonly PropField[]; readonly most: number; readonly title: string }
  | { readonly kind: 'link' }
  /** id of a filter of the same document */
  | { readonly kind: 'filter' }
);
