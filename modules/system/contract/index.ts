import { auth } from './auth.ts';
import { captcha } from './captcha.ts';
import { config } from './config.ts';
import { dept } from './dept.ts';
import { dict, dictItem } from './dict.ts';
import { home } from './home.ts';
import { host } from './host.ts';
import { logChain } from './log-chain.ts';
import { loginLog } from './login-log.ts';
import { menu } from './menu.ts';
import { online } from './online.ts';
import { operLog } from './oper-log.ts';
import { post } from './post.ts';
import { profile } from './profile.ts';
import { push } from './push.ts';
import { recycle } from './recycle.ts';
import { reset } from './reset.ts';
import { role } from './role.ts';
import { session } from './session.ts';
import { site } from './site.ts';
import { user } from './user.ts';

/** Every call of the module, by entity. */
export const system = {
  auth,
  captcha,
  session,
  push,
  profile,
  home,
  site,
  user,
  role,
  menu,
  dept,
  post,
  dict,
  dictItem,
  config,
  host,
  operLog,
  logChain,
  loginLog,
  online,
  recycle,
  reset,
};
