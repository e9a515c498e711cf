/** A proposal of the recognition as the steward sees it. */
export interface Proposal {
  readonly classCode: string;
  readonly schemaName: string;
  readonly tableName: string;
  readonly columnName: string;
}

/** Classes that names and values settle beyond doubt. */
const CERTAIN = new Set([
  'person_name',
  'id_card',
  'mobile',
  'telephone',
  'email',
  'bank_card',
  'company_account',
  'birthday',
  'salary',
  'credit_code',
  'contract_amount',
]);
/** Found by a word that means something else here: the name of an amount band, a planned rate. */
const MISTAKEN = /^(ads_contract_band\.band_name|dim_business\.target_margin|ads_business_year\.margin_rate)$/;

/**
 * What the steward of the demo company decides: personal data in the raw and cleaned layers is what it looks like; columns of the
 * application layer and profits stay open, because whoever reads the screens has a say in them.
 */
export function verdictOn({ classCode, schemaName, tableName, columnName }: Proposal): 'accept' | 'reject' | 'later' {
  if (MISTAKEN.test(`${tableName}.${columnName}`)) return 'reject';
  return CERTAIN.has(classCode) && (schemaName === 'ods' || schemaName === 'dwd') ? 'accept' : 'later';
}
