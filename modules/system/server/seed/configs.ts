import type { ConfigSeed } from '#kit/server/module.ts';

/** Settings of the organisation pages; those of sign-in and sessions are beside their code. */
export const configs: readonly ConfigSeed[] = [
  { key: 'sys.site.title', name: '系统名称', value: '数智大脑', type: 'text', isPublic: true },
];
