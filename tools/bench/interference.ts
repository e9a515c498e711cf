/**
 * Statements at random, put to the data gate over two databases that differ in masked values only: how many it admits, and whether an
 * answer tells the two apart. Run: npm run bench -- interference [statements per kind of database]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf, type Report } from '#modules/gate/server/guard/interference/explore.ts';

const FILE = 'modules/gate/server/guard/interference/interference.test.ts';
const LABELS = { postgres: 'PostgreSQL', mysql: 'MariaDB' } as const;
/** Findings that are printed; all of them are counted. */
const MAX_LINES = 200;

/** A table with a row per kind of database, then every statement whose answers differ or that the rule forbids. */
export function interferenceReport(statements = 20_000): string {
  const folder = mkdtempSync(join(tmpdir(), 'databrain-interference-'));
  const report = join(folder, 'report');
  try {
    spawnSync('npx', ['vitest', 'run', '--project', 'server', FILE], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, INTERFERENCE_STATEMENTS: String(statements), INTERFERENCE_REPORT: report },
    });
    const lines = [
      '| database | statements | admitted | with a masked column | of these answered | told apart | against the rule | within the rule, refused | min |',
      '|---|---|---|---|---|---|---|---|---|',
    ];
    const found: string[] = [];
    for (const engine of ['postgres', 'mysql'] as const) {
      if (!existsSync(`${report}.${engine}`)) {
        lines.push(`| ${LABELS[engine]} | not run | | | | | | | |`);
        continue;
      }
      const told = JSON.parse(readFileSync(`${report}.${engine}`, 'utf8')) as Report & { seconds: number };
      const apart = told.findings.filter(({ difference }) => difference !== null).length;
      const cells = [
        LABELS[engine],
        statements,
        told.admitted,
        told.touching,
        told.answered,
        apart,
        told.findings.length - apart,
        told.overRefused.length,
        (told.seconds / 60).toFixed(1),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
      found.push(...linesOf(told).slice(0, MAX_LINES));
      found.push(...told.overRefused.slice(0, 20).map(({ text, words }) => `refused though within the rule: ${words}: ${text}`));
    }
    return [...lines, '', ...found].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
