import type { Mask, MaskAlgorithm } from '#kit/core/mask/algorithms.ts';

/*
 * What the family calls cipherType and cryptType: 1 with data_regex_crypto, 2 with data_algorithm_crypto.
 */

const BY_FORM: Readonly<Record<string, MaskAlgorithm>> = {
  '1': 'name',
  '2': 'idCard',
  '3': 'phone',
  '4': 'mobile',
  '5': 'address',
  '6': 'email',
  '7': 'bankCard',
  '8': 'cnaps',
};
const REFUSED: Readonly<Record<string, string>> = {
  '1': 'BASE64 只是编码，谁都可以还原，请改用“可逆加密（SM4）”或“令牌化（HMAC-SM3）”',
  '2': 'MD5 可以被穷举还原，请改用“令牌化（HMAC-SM3）”',
  '3': 'SHA-1 可以被穷举还原，请改用“令牌化（HMAC-SM3）”',
  '6': 'DES 强度不足，请改用“可逆加密（SM4）”',
};

/** The mask of the library that a pair of the family means, or the sentence that refuses it. */
export function familyMask(cipherType: string, cryptType: string): Mask | { readonly refusal: string } {
  if (cipherType === '1') {
    const algorithm = BY_FORM[cryptType];
    return algorithm ? { algorithm, params: {} } : { refusal: `没有编号为“${cryptType}”的正则替换方法` };
  }
  if (cryptType === '4') return { algorithm: 'hash', params: {} };
  if (cryptType === '5') return { algorithm: 'encrypt', params: { cipher: 'aes' } };
  return { refusal: REFUSED[cryptType] ?? `没有编号为“${cryptType}”的加密算法` };
}
