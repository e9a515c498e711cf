import type { MatchKind } from './kinds.ts';

interface NamedColumn {
  readonly columnName: string;
  readonly columnComment: string;
  readonly columnType: string;
  readonly isBindDict: string;
}

/** By what columns are called, first fit first. */
const WORDS: readonly (readonly [MatchKind, RegExp])[] = [
  ['creditCode', /信用代码|(?:^|_)(?:uscc|credit_code|social_credit)/],
  ['idCard', /身份证|(?:^|_)id_card/],
  ['phone', /电话|手机|(?:^|_)(?:phone|mobile|tel)(?:_|$)/],
  ['person', /联系人|姓名|法人|法定代表人|负责人|(?:^|_)(?:contact|person_name|legal_person|emp_name)(?:_|$)/],
  ['address', /地址|住址|(?:^|_)addr(?:ess)?(?:_|$)/],
  [
    'company',
    /(?:客户|供应商|单位|公司|企业|机构|厂商|经销商).*名称|^名称$|全称|(?:^|_)(?:customer|supplier|company|org|vendor|partner)_name$/,
  ],
];

/** What a column is for matching by its name, null where it says too little: a rule begins with these, people change it. */
export function guessKind({ columnName, columnComment, columnType, isBindDict }: NamedColumn): MatchKind | null {
  if (!/char|text/.test(columnType) || isBindDict === '1') return null;
  return WORDS.find(([, words]) => words.test(columnComment) || words.test(columnName))?.[0] ?? null;
}
