/** The four yearly targets, in 万元. */
export const AMOUNTS = [
  { field: 'contract', label: '新签合同' },
  { field: 'output', label: '产值' },
  { field: 'receipt', label: '回款' },
  { field: 'profit', label: '利润' },
] as const;

/** `12345.60` → `12,345.6`; money stays text until it is read by people. */
export const moneyText = (amount: string | null): string | null =>
  amount === null ? null : Number(amount).toLocaleString('zh-CN', { maximumFractionDigits: 2 });
