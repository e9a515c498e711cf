import { englishName, type RootIndex } from './naming.ts';

/** A name that somebody gave or wants to give. */
export interface NameToCheck {
  readonly kind: 'table' | 'column';
  readonly name: string;
  /** its Chinese name, or null */
  readonly label: string | null;
  /** layer of the warehouse that the table stands in */
  readonly tier?: string | null;
  readonly schemaName?: string | null;
}
export interface NameProblem {
  /** form: how it is written; reserved: a word of SQL; layer: no prefix of its layer; root: words that no root has */
  readonly rule: 'form' | 'reserved' | 'layer' | 'root';
  readonly say: string;
}
export interface CheckedName {
  readonly problems: readonly NameProblem[];
  /** a name that keeps to all of it; null when none can be made */
  readonly suggestion: string | null;
}
/** Prefixes that tables of a layer may begin with. */
export type LayerPrefixes = ReadonlyMap<string, readonly string[]>;

const MAX = 63;
const RESERVED = new Set(
  (
    'all analyse and any as asc between by case check column constraint create cross current_date database default delete desc distinct drop else end ' +
    'except exists false for foreign from full grant group having in index inner insert intersect into is join key left like limit not null offset ' +
    'on or order outer primary references right rows select set table then to true union unique update user using values view when where with'
  ).split(' '),
);

/** `ods=ods_,stg_;dwd=dwd_` as a map; what cannot be read is left out. */
export const layerPrefixes = (text: string): LayerPrefixes =>
  new Map(
    text.split(/[;；\n]/).flatMap((line) => {
      const [tier, prefixes] = line.split('=');
      const list = (prefixes ?? '')
        .split(/[,，、\s]+/)
        .map((one) => one.trim().toLowerCase())
        .filter(Boolean);
      return tier?.trim() && list.length > 0 ? [[tier.trim().toLowerCase(), list] as const] : [];
    }),
  );

/** HrEmployee → hr_employee */
const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^_+|_+$/g, '');

function layerProblem({ kind, name, tier, schemaName }: NameToCheck, layers: LayerPrefixes): NameProblem | null {
  const prefixes = tier ? layers.get(tier.toLowerCase()) : undefined;
  if (kind !== 'table' || !prefixes || schemaName?.toLowerCase() === tier?.toLowerCase()) return null;
  if (prefixes.some((prefix) => name.toLowerCase().startsWith(prefix))) return null;
  return { rule: 'layer', say: `属于 ${tier!.toUpperCase()} 层，表名应以 ${prefixes.join(' 或 ')} 开头` };
}

/** Words of a name behind the prefix of its layer, without digits. */
function wordsOf({ name, tier }: NameToCheck, layers: LayerPrefixes): string[] {
  const prefix = (tier ? (layers.get(tier.toLowerCase()) ?? []) : []).find((one) => name.toLowerCase().startsWith(one)) ?? '';
  return snake(name.slice(prefix.length))
    .split('_')
    .filter((word) => word !== '' && !/^\d+$/.test(word));
}

/** True when the words can be read as roots, two or more of which may be one: id_card. */
const unknownWords = (words: readonly string[], index: RootIndex): string[] =>
  words.filter((word) => !index.knows(word) && !index.knows(word.replace(/\d+$/, '')));

/** The rules of the house. */
export interface NamingRules {
  readonly index: RootIndex;
  readonly layers: LayerPrefixes;
  /** English names of standards, in small letters: right as they are */
  readonly standard: ReadonlySet<string>;
}

/** What is wrong with a name by the rules of the house, and one that would be right. */
export function checkName(wanted: NameToCheck, { index, layers, standard }: NamingRules): CheckedName {
  const { name, label, kind } = wanted;
  const problems: NameProblem[] = [];
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
    problems.push({ rule: 'form', say: '应为小写字母、数字和下划线，字母开头，下划线不连续、不在末尾' });
  if (name.length > MAX) problems.push({ rule: 'form', say: `长 ${name.length} 个字符，最多 ${MAX} 个` });
  if (RESERVED.has(name.toLowerCase())) problems.push({ rule: 'reserved', say: '是 SQL 的保留字，使用时须加引号' });
  const layer = layerProblem(wanted, layers);
  if (layer) problems.push(layer);
  const unknown =
    index.isEmpty || (kind === 'column' && standard.has(name.toLowerCase())) ? [] : unknownWords(wordsOf(wanted, layers), index);
  if (unknown.length > 0) problems.push({ rule: 'root', say: `词根表没有 ${unknown.join('、')}` });
  if (problems.length === 0) return { problems, suggestion: null };
  // behind a colon comments explain: 状态：1潜在 2合格
  const made = label === null ? null : englishName(label.replace(/[：:].*$/su, ''), index);
  const base = made?.name && made.unknown.length === 0 ? made.name : unknown.length === 0 ? snake(name) : null;
  const prefix = layer && kind === 'table' ? (layers.get(wanted.tier!.toLowerCase())?.[0] ?? '') : '';
  const suggestion = base === null ? null : `${prefix}${base}`;
  return { problems, suggestion: suggestion === name || suggestion === '' || RESERVED.has(suggestion ?? '') ? null : suggestion };
}
