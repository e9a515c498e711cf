import { MASK_ALGORITHMS, PRESERVED_KINDS, type Mask } from './algorithms.ts';

/** What a mask leaves, in few words: 前 3 后 4; without a mask of its class a value keeps its ends. */
export function describeMask(mask: Mask | undefined): string {
  if (!mask) return '仅保留首尾';
  const { algorithm, params } = mask;
  switch (algorithm) {
    case 'keep': {
      const ends = [params.head ? `前 ${params.head}` : '', params.tail ? `后 ${params.tail}` : ''].filter(Boolean);
      return ends.length === 0 ? '全部隐藏' : ends.join(' ');
    }
    case 'range':
      return `隐藏第 ${params.from ?? 1} 至 ${params.to ?? params.from ?? 1} 位`;
    case 'before':
      return `隐藏“${params.char ?? ''}”之前`;
    case 'after':
      return `隐藏“${params.char ?? ''}”之后`;
    case 'fixed':
      return '固定文本';
    case 'date':
      return params.unit === 'month' ? '仅年月' : '仅年份';
    case 'round':
      return `取整到 ${params.step ?? 1000}`;
    case 'amount':
      return `区间 ${params.step ?? 10_000}`;
    case 'geo':
      return `保留 ${params.decimals ?? 2} 位小数`;
    case 'email':
      return '仅邮箱域名';
    case 'name':
      return '保留姓氏';
    case 'token':
      return params.hash === 'sha256' ? 'HMAC-SHA256' : 'HMAC-SM3';
    case 'encrypt':
      return params.cipher === 'aes' ? 'AES-256-GCM' : 'SM4-CTR';
    case 'preserve':
      return `保形加密 ${PRESERVED_KINDS[params.kind ?? 'digits'].replace(/（.*/, '')}`;
    default:
      return MASK_ALGORITHMS[algorithm];
  }
}
