import { config } from './config.ts';
import { dept } from './dept.ts';
import { dict, dictItem } from './dict.ts';
import { menu } from './menu.ts';
import { operLog } from './oper-log.ts';
import { post } from './post.ts';
import { role } from './role.ts';
import { user } from './user.ts';

/** Every call of the module, by entity. */
export const system = { user, role, menu, dept, post, dict, dictItem, config, operLog };
