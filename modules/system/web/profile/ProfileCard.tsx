import { Button, Upload } from 'antd';
import { useState } from 'react';
import { fileCalls } from '#kit/contract/file.ts';
import { toast } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { session } from '#kit/web/session.ts';
import { upload } from '#kit/web/send.ts';
import { useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { api } from './api.ts';
import { Avatar } from './Avatar.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

type Profile = CallReply<typeof api.profile.get>;

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const LARGEST = 10 * 1024 * 1024;

/** Sends the picture, then makes it the avatar; the top bar shows it at once. */
async function changeAvatar(file: File): Promise<void> {
  if (!PICTURES.includes(file.type)) return toast.error('文件格式不正确, 请上传png/jpg/jpeg图片格式文件!');
  if (file.size > LARGEST) return toast.error('上传头像图片大小不能超过 10 MB!');
  const { fileName } = (await upload({ route: fileCalls.uploadImg }, file)) as { fileName: string };
  const { avatar } = await api.profile.avatar({ body: { fileName } });
  const { user, menus, perms } = session.get();
  if (user) session.setAccount({ user: { ...user, avatar }, menus, perms });
  toast.success(uiTexts.saved);
}

export function ProfileCard({ profile }: { profile: Profile | undefined }) {
  const [isBusy, setBusy] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const refresh = useRefresh();
  if (!profile)
    return (
      <aside className="panel profile-card">
        <StateView kind="loading" shape="form" rows={6} />
      </aside>
    );
  const handleFile = async (file: File) => {
    setBusy(true);
    try {
      await changeAvatar(file);
      await refresh(api.profile.get);
    } catch {
      // the request layer has shown why
    } finally {
      setBusy(false);
    }
  };
  const facts = [
    ['账号', profile.username],
    ['部门', profile.deptName],
    ['岗位', profile.postNames.join('、')],
    ['角色', profile.roleNames.join('、')],
    ['上次登录', profile.lastLoginTime && `${minute(profile.lastLoginTime)}　${profile.lastLoginIp ?? ''}`],
    ['密码修改于', minute(profile.passwordTime)],
    ['密码有效至', profile.passwordExpireTime ? minute(profile.passwordExpireTime) : '长期有效'],
  ] as const;
  return (
    <aside className="panel profile-card">
      <div className="profile-face">
        <Avatar name={profile.nickname} file={profile.avatar} size="large" />
        <b>{profile.nickname}</b>
        <Upload
          accept={PICTURES.join(',')}
          showUploadList={false}
          beforeUpload={(file) => {
            void handleFile(file);
            return false;
          }}
        >
          <Button size="small" loading={isBusy}>
            更换头像
          </Button>
        </Upload>
      </div>
      <dl className="profile-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className="none">—</span>}</dd>
          </div>
        ))}
      </dl>
      <Button block onClick={() => setChanging(true)}>
        修改密码
      </Button>
      <PasswordDialog isOpen={isChanging} onClose={() => setChanging(false)} />
    </aside>
  );
}
