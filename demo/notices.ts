import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { storeFile } from '#modules/files/server/index.ts';
import { dayAfter, dayOf, plainText } from '#modules/notices/core/index.ts';
import { readersOf, remindOfCertificates } from '#modules/notices/server/index.ts';
import { ADMIN_USERNAME } from '#modules/system/server/index.ts';
import { DEMO_BANNERS, DEMO_CERTIFICATES, DEMO_NOTICES, type DemoCertificate, type DemoNotice } from './notices-content.ts';
import { COMPANY } from './warehouse/organisation.ts';

const DAY_MS = 86_400_000;
/** the whole folder by name: so the build copies it */
const IMAGES = new URL('./images/', import.meta.url);
const REMIND_AT = [90, 30, 7];
/** it has not confirmed what must be read: shows what that looks like */
const UNCONFIRMED = 'staff';
/** every this many readers, one by one, so that the same accounts read on every start */
const OF_TEN = 10;

interface Owner {
  createBy: string;
  createDept: string | null;
}

/** Notices, banners and certificates of the demo company. Done once: what people change or delete stays so. */
export async function seedNotices(app: App): Promise<void> {
  if (app.settings.production) return;
  const admin = await app.db.selectFrom('sysUser').select(['id', 'deptId']).where('username', '=', ADMIN_USERNAME).executeTakeFirst();
  const [there] = await app.db.selectFrom('sysNotice').select('id').limit(1).execute();
  if (!admin || there) return;
  const owner = { createBy: admin.id, createDept: admin.deptId };
  await app.db.transaction().execute(async (db) => {
    for (const notice of DEMO_NOTICES) await addNotice(app, db, notice, owner);
    for (const [index, banner] of DEMO_BANNERS.entries()) {
      const id = app.ids.next();
      const { title, subtitle, position, image, link } = banner;
      const imageFile = await addPicture(app, db, { picture: image, owner, entity: 'sys_banner', entityId: id, code: 'system:banner' });
      await db
        .insertInto('sysBanner')
        .values({
          id,
          title,
          subtitle,
          position,
          imageFile,
          linkType: link === null ? '0' : '1',
          linkUrl: link,
          sort: (index + 1) * 10,
          ...owner,
        })
        .execute();
    }
    for (const [index, certificate] of DEMO_CERTIFICATES.entries())
      await addCertificate(app, db, certificate, { owner, sort: (index + 1) * 10 });
  });
  await remindOfCertificates(app, REMIND_AT);
}

interface Picture {
  picture: string;
  owner: Owner;
  entity: string;
  entityId: string;
  code: string;
}

/** Stores a picture that comes with the program and binds it to its record, as `bindFiles` does within a call. */
async function addPicture(app: App, db: Db, { picture, owner, entity, entityId, code }: Picture): Promise<string> {
  const path = fileURLToPath(new URL(picture, IMAGES));
  const { fileName, id } = await storeFile(app, db, {
    stream: createReadStream(path),
    originalFilename: picture,
    contentType: 'image/webp',
    ...owner,
  });
  await db
    .insertInto('fileLink')
    .values({
      entity,
      entityId,
      fileId: id,
      perms: [`${code}:detail`, `${code}:edit`, `${code}:list`],
      deptId: owner.createDept,
      ownerId: owner.createBy,
      createTime: app.now(),
    })
    .execute();
  return fileName;
}

async function addNotice(app: App, db: Db, notice: DemoNotice, owner: Owner): Promise<void> {
  const now = app.now();
  const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const id = app.ids.next();
  const isPublished = notice.status === '1';
  const publishTime = isPublished ? later(notice.days) : null;
  const targets = notice.depts ?? notice.roles ?? [];
  await db
    .insertInto('sysNotice')
    .values({
      id,
      title: notice.title,
      type: notice.type,
      content: JSON.stringify(notice.content),
      contentText: plainText(notice.content),
      publishScope: notice.depts ? '2' : notice.roles ? '3' : '1',
      topFlag: notice.isPinned ? '1' : '0',
      mustRead: notice.isMustRead ? '1' : '0',
      publishStatus: notice.status,
      publishTime,
      publishBy: isPublished ? owner.createBy : null,
      toldTime: publishTime !== null && publishTime <= now ? publishTime : null,
      expireTime: notice.endsInDays === undefined ? null : later(notice.endsInDays),
      createTime: later(Math.min(notice.days, 0) - 1),
      updateTime: later(Math.min(notice.days, 0)),
      ...owner,
    })
    .execute();
  if (targets.length > 0)
    await db
      .insertInto('sysAudienceTarget')
      .values(targets.map((targetId) => ({ recordId: id, targetId })))
      .execute();
  if (publishTime !== null && notice.readShare > 0)
    await addReadings(db, id, { publishTime, share: notice.readShare, isMustRead: notice.isMustRead === true });
}

/** Part of the audience has read it; of what must be read, all accounts that are named in the documentation but one. */
async function addReadings(db: Db, noticeId: string, how: { publishTime: Date; share: number; isMustRead: boolean }): Promise<void> {
  const readers = await readersOf(db, noticeId)
    .select(['sysUser.id', 'sysUser.username', sql<boolean>`sys_user.remark like '%，%'`.as('isNamed')])
    .orderBy('sysUser.username')
    .execute();
  const have = readers.filter(({ username, isNamed }, index) => {
    if (how.isMustRead && username === UNCONFIRMED) return false;
    if (how.isMustRead && (isNamed || username === ADMIN_USERNAME)) return true;
    return username !== ADMIN_USERNAME && index % OF_TEN < how.share * OF_TEN;
  });
  const rows = have.map(({ id: userId }, index) => ({
    noticeId,
    userId,
    readTime: new Date(how.publishTime.getTime() + (index + 1) * 11 * 60_000),
  }));
  if (rows.length > 0) await db.insertInto('sysNoticeRead').values(rows).execute();
}

async function addCertificate(
  app: App,
  db: Db,
  certificate: DemoCertificate,
  { owner, sort }: { owner: Owner; sort: number },
): Promise<void> {
  const today = dayOf(app.now());
  const id = app.ids.next();
  const { name, type, no, grade, org, validDays, years, image, isCancelled, isRenewed } = certificate;
  const validTo = validDays === null ? null : dayAfter(today, validDays);
  const validFrom = dayAfter(validTo ?? today, -Math.round(years * 365.25));
  const imageFiles = await addPicture(app, db, {
    picture: image,
    owner,
    entity: 'sys_certificate',
    entityId: id,
    code: 'system:certificate',
  });
  await db
    .insertInto('sysCertificate')
    .values({
      id,
      certName: name,
      certType: type,
      certNo: no,
      grade,
      issueOrg: org,
      ownerUnit: COMPANY,
      issueDate: validFrom,
      validFrom,
      validTo,
      isCancelled: isCancelled ? '1' : '0',
      cancelReason: isCancelled ? '软件已停用，不再续购' : null,
      imageFiles,
      sort,
      ...owner,
    })
    .execute();
  if (!isRenewed) return;
  await db
    .insertInto('sysCertificateRenewal')
    .values({
      id: app.ids.next(),
      certificateId: id,
      certNo: `${no.slice(0, -1)}0`,
      grade,
      issueDate: dayAfter(validFrom, -Math.round(years * 365.25)),
      validFrom: dayAfter(validFrom, -Math.round(years * 365.25)),
      validTo: dayAfter(validFrom, -1),
      remark: '到期换证',
      createBy: owner.createBy,
      createTime: new Date(Date.parse(validFrom) + DAY_MS / 3),
    })
    .execute();
}
