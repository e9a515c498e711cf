/** The four yearly targets, in 万元. */
export const AMOUNTS = [
  { field: 'contract', label: '新签合同' },
  { field: 'output', label: '产值' },
  { field: 'receipt', label: '回款' },
  { field: 'profit', label: '利润' },
] as const;
