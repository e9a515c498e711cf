// Every link and every path that a document names exists. Run: npm run doc-paths
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

const FOLDERS = ['app', 'demo', 'docs', 'kit', 'modules', 'tests', 'tools'];
/** A path in backticks: starts in a folder of ours, or is a file whose ending we write. */
const PATH = /^(?:(?:app|demo|docs|kit|modules|tests|tools)\/[\w.@/-]*|[\w.@/-]*\w\.(?:tsx?|mjs|sql|md|json|css))$/;
/** Names that stand for a form, not for a file. */
const EXAMPLES = new Set([
  'kebab-case.ts',
  'PascalCase.tsx',
  'Page.tsx',
  'contract/asset.ts',
  'docs/decisions/NNN-title.md',
  '0001_what.sql',
  '0007_add_remark_to_post.sql',
]);

/** Where a path may begin in a document: at the root, beside the document, or in a slice of its module. */
const beginnings = (folder) => ['', folder, ...['contract', 'core', 'server', 'web'].map((slice) => posix.join(folder, slice))];

/**
 * The links and paths of one document that lead nowhere, one entry per mention.
 * @param path of the document, from the root
 * @param files all files of the project; a document of a module may name files below it by their end, any other document all files
 */
export function deadPaths(path, text, files) {
  const folder = dirname(path) === '.' ? '' : dirname(path);
  const near = path.startsWith('modules/') ? files.filter((file) => file.startsWith(`${folder}/`)) : files;
  const isThere = (name) => {
    const bare = name.replace(/\/$/, '');
    if (EXAMPLES.has(bare) || near.some((file) => file.endsWith(`/${bare}`))) return true;
    return beginnings(folder).some((start) => files.some((file) => `${file}/`.startsWith(`${posix.join(start, bare)}/`)));
  };
  return text.split('\n').flatMap((line, index) => {
    const links = [...line.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) => ({ name: to, there: isThere(to) }));
    const names = [...line.matchAll(/`([^`\s]+)`/g)]
      .filter(([, name]) => PATH.test(name))
      .map(([, name]) => ({ name, there: isThere(name) }));
    return [...links, ...names].filter(({ there }) => !there).map(({ name }) => ({ path, line: index + 1, name }));
  });
}

function main() {
  const files = [...sourceFiles(FOLDERS, /./), ...sourceFiles(['.'], /^[^/]*$/).filter((file) => !file.includes('/'))];
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...files.filter((file) => FOLDERS.includes(file.split('/')[0]) && file.endsWith('.md')),
  ];
  const bad = documents
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => deadPaths(path, readFileSync(join(root, path), 'utf8'), files));
  for (const { path, line, name } of bad) console.log(`${path}:${line}: ${name}`);
  console.log(`doc-paths: ${documents.length} documents, ${bad.length} dead paths`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

if (import.meta.filename === process.argv[1]) main();
