import type { Account, Program } from './harness.ts';

interface MenuRow {
  id: string;
  parentId: string;
  menuPath: string | null;
  menuPerms: string | null;
}

/** A small office, made through the API as an importing program would: stories begin with their first sentence. */
export class Office {
  private readonly call: Program;
  private readonly signIn: (who: Account) => Promise<Program>;
  private menus: readonly MenuRow[] = [];
  private rootId = '';
  private postId = '';

  private constructor(call: Program, signIn: (who: Account) => Promise<Program>) {
    this.call = call;
    this.signIn = signIn;
  }

  static async open(signIn: (who?: Account) => Promise<Program>): Promise<Office> {
    const office = new Office(await signIn(), signIn);
    const [menus, depts, posts] = await Promise.all([
      office.call<MenuRow[]>('GET', '/system/menus/tree'),
      office.call<{ id: string; parentId: string }[]>('GET', '/system/depts/list'),
      office.call<{ id: string }[]>('GET', '/system/posts/list'),
    ]);
    office.menus = menus;
    office.rootId = depts.find((dept) => dept.parentId === '0')?.id ?? '';
    office.postId = posts[0]?.id ?? '';
    return office;
  }

  /** A department below the root; answers its id. */
  async dept(deptName: string, deptNo: string): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/system/depts', { parentId: this.rootId, deptName, deptNo, sortNo: 10 })).id;
  }

  /** Somebody who may do what `may` says within the department, with a password of their own. */
  async person(who: {
    username: string;
    nickname: string;
    deptId: string;
    may: (permission: string) => boolean;
    /** pages that ask for no permission */
    pages?: readonly string[];
  }): Promise<Account> {
    const { username, nickname, deptId, may, pages = [] } = who;
    const granted = this.menus.filter((menu) => (menu.menuPerms === null ? pages.includes(menu.menuPath ?? '') : may(menu.menuPerms)));
    const role = await this.call<{ id: string }>('POST', '/system/roles', {
      roleName: `${nickname}的角色`,
      roleCode: `role_${username}`,
      dataScope: '4',
      sortNo: 10,
      menuList: granted.map((menu) => menu.id),
    });
    const { password } = await this.call<{ password: string }>('POST', '/system/users', {
      username,
      nickname,
      deptId,
      roleList: [role.id],
      postList: [this.postId],
    });
    const own = `Journey#2026${username}`;
    const first = await this.signIn({ username, password });
    await first('PUT', '/system/users/password', { oldPassword: password, password: own, confirmPassword: own });
    return { username, password: own };
  }
}
