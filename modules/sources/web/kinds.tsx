import { DB_KINDS, type DbKind } from '../contract/db-types.ts';
import './source.css';

/** Kinds as the form groups them. */
export const KIND_GROUPS: readonly { readonly title: string; readonly codes: readonly string[] }[] = [
  { title: '关系型', codes: ['5', '1', '2', '3', '4', '6', '7'] },
  { title: '国产与分布式', codes: ['10', '11', '16', '17', '19'] },
  { title: '数据仓库', codes: ['12', '13', '15', '18', '20'] },
  { title: '文件', codes: ['21', '9'] },
];

const MARKS: Readonly<Record<string, string>> = {
  '1': 'My',
  '2': 'Ma',
  '3': 'Or',
  '4': 'Or',
  '5': 'Pg',
  '6': 'Ms',
  '7': 'Ms',
  '9': 'Sq',
  '10': 'Dm',
  '11': 'Ki',
  '12': 'Ch',
  '13': 'Do',
  '15': 'St',
  '16': 'Ti',
  '17': 'Ob',
  '18': 'Gp',
  '19': 'Ga',
  '20': 'Tr',
  '21': 'Fi',
};

/** What people read where there is little room. */
const SHORT: Readonly<Record<string, string>> = {
  '3': 'Oracle 11g',
  '4': 'Oracle 12c+',
  '6': 'SQL Server 2008',
  '7': 'SQL Server',
  '11': '人大金仓',
  '17': 'OceanBase',
  '19': 'openGauss',
  '21': '数据文件',
};

/** A kind by its code; codes from elsewhere (a restored backup of another version) have a name too. */
export const kindOf = (code: string): DbKind | undefined => DB_KINDS.get(code);
export const kindLabel = (code: string): string => kindOf(code)?.label ?? `类型 ${code}`;
export const kindShort = (code: string): string => SHORT[code] ?? kindLabel(code);
/** Choices of a filter, in the order of the form. */
export const KIND_OPTIONS = KIND_GROUPS.flatMap(({ codes }) => codes.map((value) => ({ value, label: kindLabel(value) })));

/** Two letters in a square: products are told apart without their brand marks. */
export const KindMark = ({ code }: { code: string }) => (
  <span className="kind-mark" aria-hidden>
    {MARKS[code] ?? '?'}
  </span>
);

/** Mark and name of a kind, as lists show it. */
export const KindName = ({ code }: { code: string }) => (
  <span className="kind-name" title={kindLabel(code)}>
    <KindMark code={code} />
    {kindShort(code)}
  </span>
);
