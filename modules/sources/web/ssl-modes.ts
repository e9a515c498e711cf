/** How a connection is encrypted. */
export const SSL_MODES = [
  { value: 'prefer', label: '优先加密' },
  { value: 'require', label: '必须加密' },
  { value: 'verify', label: '加密并校验证书' },
  { value: 'disable', label: '不加密' },
] as const;
