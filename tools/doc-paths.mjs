// Every link and path that a document names exists, and so does every paper that code cites. Run: npm run doc-paths
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

/** Publishers whose sections anybody can look up; a section of anything else is one of a paper that a reader has not got. */
const STANDARD = /\b(?:RFC|ISO|WHATWG|W3C|ECMA|GB\/T|NIST|OWASP|PKCS)\b|审查指南/;
const PAPERS = /\b(?:spec|design|style guide) ?§|\b(?:the )?(?:specification|style guide|mock-?up)\b(?! of)/i;

/**
 * What comments and test names of one source file cite and a reader of the repository cannot open: sections (§) of papers that are no
 * published standard, Markdown files and decisions that do not exist, "the specification" without a name.
 * @param files all files of the project
 */
export function deadCitations(path, text, files) {
  const isThere = (name) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  return text.split('\n').flatMap((line, index) => {
    const bad = [];
    if (/§/.test(line) && !STANDARD.test(line)) bad.push(line.slice(line.indexOf('§')).split(/[\s),;'`]/)[0]);
    const comment = /(?:^|\s)(?:\/\/|\/\*\*?|\*) .*|\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)?\(\s*['`].*/.exec(line)?.[0] ?? '';
    bad.push(
      ...[...comment.matchAll(/(?<![\w/.-])(?:[\w./-]*\w\.md|[\w.-]+\/[\w./-]*\w\.png)\b/g)]
        .map(([name]) => name)
        .filter((name) => !isThere(name)),
    );
    for (const [name, number] of comment.matchAll(/\bdecisions? (\d+)/g))
      if (!files.some((file) => file.startsWith(`docs/decisions/${number}-`))) bad.push(name);
    const paper = PAPERS.exec(comment)?.[0];
    if (paper) bad.push(paper);
    return bad.map((name) => ({ path, line: index + 1, name }));
  });
}

/** Tools that check texts quote what they refuse. */
const QUOTES = /^tools\/doc-paths\./;

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
  const sources = files.filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file) && !QUOTES.test(file));
  bad.push(...sources.flatMap((path) => deadCitations(path, readFileSync(join(root, path), 'utf8'), files)));
  for (const { path, line, name } of bad) console.log(`${path}:${line}: ${name}`);
  console.log(`doc-paths: ${documents.length} documents, ${sources.length} source files, ${bad.length} dead paths and citations`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

if (import.meta.filename === process.argv[1]) main();
