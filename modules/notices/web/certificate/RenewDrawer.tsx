import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { ImageUpload } from '#modules/files/web/index.ts';
import { api } from '../api.ts';

/** The certificate as the form of the renewal starts: the former end, scan and remark are not carried on. */
const calls = {
  get: Object.assign(
    async (...args: Parameters<typeof api.certificate.get>) => ({
      ...(await api.certificate.get(...args)),
      validFrom: null,
      validTo: null,
      issueDate: null,
      imageFiles: null,
      remark: null,
    }),
    { route: { ...api.certificate.get.route, path: '/system/certificates/:id/renewal' } },
  ),
  create: undefined,
  update: api.certificate.renew,
};

const fields: readonly FormField<InputOf<typeof calls>>[] = [
  { field: 'validFrom', label: '新有效期起', widget: 'day' },
  { field: 'validTo', label: '新有效期至', widget: 'day' },
  { field: 'certNo', label: '证书编号', hint: '换发后编号有变化时修改' },
  { field: 'grade', label: '等级' },
  { field: 'issueDate', label: '发证日期', widget: 'day' },
  { field: 'imageFiles', label: '新扫描件', wide: true, hint: '原扫描件保留在续期记录中', render: (props) => <ImageUpload {...props} /> },
  { field: 'remark', label: '续期说明', widget: 'area', wide: true },
];

/** 续期: the new period of a certificate. */
export function RenewDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <EntityForm
      api={calls}
      label="证书有效期"
      fields={fields}
      opened={{ kind: 'edit', id }}
      refreshes={[api.certificate.page, api.certificate.stats]}
      onClose={onClose}
    />
  );
}
