import type { Limits } from './protocol.ts';

/** Settings with which every database is opened: nothing is fetched from elsewhere, memory and disk are limited. */
export const settingsOf = (limits: Limits): Record<string, string> => ({
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: `${limits.memoryMB}MB`,
  threads: String(limits.threads),
  temp_directory: limits.tempDirectory,
  max_temp_directory_size: `${limits.tempMB}MB`,
});
