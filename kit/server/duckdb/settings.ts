import type { Limits } from './protocol.ts';

/** Settings of every database: no extensions or files from elsewhere, bounded memory and disk. */
export const settingsOf = (limits: Limits): Record<string, string> => ({
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: `${limits.memoryMB}MB`,
  threads: String(limits.threads),
  temp_directory: limits.tempDirectory,
  max_temp_directory_size: `${limits.tempMB}MB`,
});
