export { CronProblem } from '#kit/contract/cron.ts';
