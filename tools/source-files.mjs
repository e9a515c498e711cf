// Lists the files of the house that tools look at.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './modules.mjs';

/** Paths relative to the project, with `/`, sorted. */
export function sourceFiles(folders, ending) {
  const found = [];
  const walk = (folder) => {
    let entries = [];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    for (const entry of entries) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (ending.test(entry.name)) found.push(relative(root, path).replaceAll('\\', '/'));
    }
  };
  for (const folder of folders) walk(join(root, folder));
  return found.sort();
}
