export const OWN_ICONS: readonly string[];
export const GROUPS: Readonly<Record<'frameContracts' | 'frameParts' | 'entry' | 'pages' | 'kit' | 'lists', readonly string[]>>;
export const SHARED_ICONS: RegExp;
/** Every path that a pattern names. */
export function pathsOf(pattern: string): string[];
/** What tells whether a module is one of these. */
export function modulesOf(patterns: readonly string[]): RegExp;
