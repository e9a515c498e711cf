import { business } from './business.ts';
import { category } from './category.ts';
import { definition } from './definition.ts';
import { delegation } from './delegation.ts';
import { handover } from './handover.ts';
import { instance } from './instance.ts';
import { model } from './model.ts';
import { operation } from './operation.ts';
import { opinion } from './opinion.ts';
import { request } from './request.ts';
import { running } from './running.ts';
import { statistics } from './statistics.ts';
import { flowTask } from './task.ts';

/** The calls that the pages of the module share. */
export const workflow = {
  business,
  category,
  definition,
  delegation,
  instance,
  opinion,
  request,
  running,
  flowTask,
  operation,
  handover,
  statistics,
};

export { business, category, flowTask, instance, model, request };
