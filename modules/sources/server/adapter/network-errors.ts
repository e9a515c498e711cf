import type { SourceErrorKind } from './types.ts';

/** What a network or TLS failure means, whatever the database: code of Node → kind and words for people. */
export const NETWORK_REASONS: readonly (readonly [RegExp, SourceErrorKind, string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'unreachable', '主机名无法解析，请检查主机'],
  [/^ECONNREFUSED$/, 'unreachable', '端口没有服务在监听，请检查主机和端口，并确认数据库已启动'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ESOCKETTIMEDOUT)$/, 'unreachable', '连接超时，请检查网络和防火墙'],
  [/^(ECONNRESET|EPIPE)$/, 'unreachable', '连接被中断，请检查地址和数据库类型'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    'unreachable',
    '服务器证书校验失败，请更换证书或调整加密方式',
  ],
];
