import { book } from './book.ts';
import { form } from './form.ts';
import { link, linked } from './link.ts';
import { record } from './record.ts';
import { stats } from './stats.ts';
import { task } from './task.ts';

/** The calls of data filling that its pages make. */
export const forms = { form, record, book, stats, task, link, linked };
