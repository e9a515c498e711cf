/** Every way to mask a value, by the name that rules store. */
export const MASK_ALGORITHMS = {
  keep: '保留首尾',
  range: '遮盖区间',
  before: '遮盖某字符之前',
  after: '遮盖某字符之后',
  pattern: '按位遮盖',
  full: '全部隐藏',
  fixed: '固定文本',
  empty: '置空',
  name: '姓名',
  idCard: '身份证号',
  mobile: '手机号码',
  phone: '固定电话',
  email: '邮箱',
  bankCard: '银行卡号',
  address: '地址保留到区县',
  creditCode: '统一社会信用代码',
  cnaps: '银行联号',
  passport: '护照号',
  travelPermit: '港澳台证件',
  plate: '车牌号',
  ip: 'IP地址',
  geo: '经纬度',
  date: '日期截断',
  round: '数值取整',
  amount: '金额区间',
  hash: '哈希',
  token: '令牌化',
  preserve: '保形加密',
  encrypt: '可逆加密',
} as const;
export type MaskAlgorithm = keyof typeof MASK_ALGORITHMS;

/** Forms that are kept, by the name that rules store. */
export const PRESERVED_KINDS = {
  idCard: '身份证号（保留省份与出生年）',
  mobile: '手机号码（保留号段）',
  phone: '固定电话（保留区号）',
  bankCard: '银行卡号（保留发卡机构）',
  creditCode: '统一社会信用代码（保留登记机关）',
  digits: '任意号码（至少6位数字，其他字符不变）',
} as const;
export type PreservedKind = keyof typeof PRESERVED_KINDS;

export type BlockCipher = 'aes' | 'sm4';
export type TokenHash = 'sha256' | 'sm3';
export interface MaskParams {
  /** keep: characters that stay at the front and the end */
  readonly head?: number;
  readonly tail?: number;
  /** range: first and last place that is hidden, from 1 */
  readonly from?: number;
  readonly to?: number;
  /** before, after: the character that parts the value */
  readonly char?: string;
  /** fixed: what stands for every value */
  readonly text?: string;
  /** date: what stays */
  readonly unit?: 'month' | 'year';
  /** round, amount: multiples of this */
  readonly step?: number;
  /** geo: decimals that stay */
  readonly decimals?: number;
  /** pattern: `#` keeps a character, `*` hides one; what is longer is hidden */
  readonly pattern?: string;
  /** preserve: the form that the values have and keep */
  readonly kind?: PreservedKind;
  /** preserve, encrypt: AES-256 or SM4 */
  readonly cipher?: BlockCipher;
  /** token: HMAC-SHA256 or HMAC-SM3 */
  readonly hash?: TokenHash;
}
export interface Mask {
  readonly algorithm: MaskAlgorithm;
  readonly params: MaskParams;
}

/** Algorithms whose values depend on a key of the store: a new version of it changes what they show. */
export const KEYED_ALGORITHMS: readonly MaskAlgorithm[] = ['token', 'preserve', 'encrypt'];
/** Algorithms whose values lead back to the clear one for who holds the key. */
export const REVERSIBLE_ALGORITHMS: readonly MaskAlgorithm[] = ['preserve', 'encrypt'];

/** What masks need of cryptography and its keys: core knows none. */
export interface Ciphers {
  /** a keyed digest of the installation, the same for ever */
  digest(text: string): string;
  /** a keyed digest under the newest key */
  token(hash: TokenHash, text: string): string;
  /** authenticated encryption under the newest key, which it names */
  seal(cipher: BlockCipher, text: string): string;
  /** the encryption of one block of 16 bytes under the newest key */
  block(cipher: BlockCipher): (block: Uint8Array) => Uint8Array;
}
