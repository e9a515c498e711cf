import { banner } from './banner.ts';
import { certificate } from './certificate.ts';
import { message } from './message.ts';
import { notice } from './notice.ts';

export const notices = { message, notice, banner, certificate };
