import type { AreaNode } from '../contract/area.ts';

const PROVINCE = /0000$/;
const CITY = /00$/;
const PSEUDO = /^(市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划)$/;

export const levelOf = (code: string): 1 | 2 | 3 => (PROVINCE.test(code) ? 1 : CITY.test(code) ? 2 : 3);

/** True for headings of the code list that are not places. */
export const isPseudo = (code: string, name: string): boolean => levelOf(code) === 2 && PSEUDO.test(name);

/** The area above; Hong Kong and Macao have districts right below the province (810001 → 810000). */
export const parentOf = (code: string): string | null => {
  if (levelOf(code) === 1) return null;
  return levelOf(code) === 2 ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
};

/** A choice of the picker. */
export interface AreaChoice {
  value: string;
  label: string;
  pinyin: string;
  children?: AreaChoice[];
}

/** How far a person chooses: 1 province, 2 city, 3 district. */
export type Depth = 1 | 2 | 3;

function below(parent: AreaNode, depth: Depth): AreaChoice[] {
  return (parent.children ?? []).flatMap((node): AreaChoice[] => {
    if (node.pseudo === '0') return [choice(node, depth)];
    // to the city level, 市辖区 and 县 of a municipality mean the municipality itself; counties right under a province count as cities
    if (depth === 2 && (node.name === '市辖区' || node.name === '县')) return [];
    return (node.children ?? []).map((child) => choice(child, 3));
  });
}

function choice(node: AreaNode, depth: Depth): AreaChoice {
  const children = node.level < depth ? below(node, depth) : [];
  const own = { value: node.code, label: node.name, pinyin: node.pinyin };
  return children.length > 0 ? { ...own, children } : own;
}

/** The tree as people choose from it: 北京市 / 海淀区, without the heading 市辖区 between them. */
export const areaChoices = (tree: readonly AreaNode[], depth: Depth): AreaChoice[] => tree.map((node) => choice(node, depth));

/** Codes from the province to an area as the picker shows them; empty for an unknown code. */
export function pathTo(choices: readonly AreaChoice[], code: string): AreaChoice[] {
  for (const node of choices) {
    if (node.value === code) return [node];
    const rest = pathTo(node.children ?? [], code);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
}

/** 浙江省 / 杭州市 / 西湖区 */
export const areaText = (choices: readonly AreaChoice[], code: string): string =>
  pathTo(choices, code)
    .map((node) => node.label)
    .join(' / ');
