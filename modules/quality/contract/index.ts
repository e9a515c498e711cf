import { alertLog, alertRule } from './alert.ts';
import { job, log } from './job.ts';
import { issue } from './issue.ts';
import { ruleItem, ruleLevel, ruleType } from './kind.ts';
import { report, run } from './report.ts';
import { reportFile } from './report-file.ts';
import { score } from './score.ts';
import { snapshot } from './snapshot.ts';
import { rule } from './rule.ts';
import { suggestion } from './suggestion.ts';
import { standardRule } from './standard-rule.ts';

/** The calls of the module. */
export const quality = {
  ruleType,
  ruleItem,
  ruleLevel,
  rule,
  report,
  run,
  job,
  log,
  score,
  issue,
  reportFile,
  snapshot,
  standardRule,
  alertRule,
  alertLog,
  suggestion,
};
