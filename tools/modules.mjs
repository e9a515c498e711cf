// The modules of the product, read from the source text: tools must work while the code does not compile.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** `{ name, needs }` of every folder in modules/ that has a server slice; needs come from its `defineServerModule`. */
export function readModules() {
  const folder = join(root, 'modules');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'server')))
    .map(({ name }) => ({ name, needs: needsOf(join(folder, name, 'server')) }));
}

function needsOf(server) {
  for (const file of ['index.ts', 'module.ts']) {
    if (!existsSync(join(server, file))) continue;
    const text = readFileSync(join(server, file), 'utf8');
    const list = /defineServerModule\([\s\S]*?needs:\s*\[([^\]]*)\]/.exec(text);
    if (list) return [...list[1].matchAll(/'([^']+)'/g)].map((match) => match[1]);
  }
  return [];
}

/** Every need before its user; `circle` names the first circle found. */
export function order(modules) {
  const byName = new Map(modules.map((module) => [module.name, module]));
  const sorted = [];
  let circle = null;
  const visit = (module, path) => {
    if (sorted.includes(module)) return;
    if (path.includes(module.name)) {
      circle ??= [...path, module.name].join(' → ');
      return;
    }
    for (const need of module.needs) if (byName.has(need)) visit(byName.get(need), [...path, module.name]);
    if (!sorted.includes(module)) sorted.push(module);
  };
  for (const module of modules) visit(module, []);
  return { sorted, circle };
}
