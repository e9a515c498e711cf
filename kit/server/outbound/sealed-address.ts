import { AppError } from '#kit/contract/errors.ts';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import type { Ctx } from '../ctx.ts';
import { outbound, splitAddress } from './index.ts';

/** What the sealed secrets of a row are for: one copied to another row does not open there. */
export interface SealPurposes {
  readonly address: string;
  readonly secret: string;
}

/** An address that carries a token, and the key that signs what is sent there, as rows keep them. */
export interface SealedAddress {
  readonly address: string | null;
  readonly secret: string | null;
  /** shown in place of the address */
  readonly host: string | null;
}

interface Words {
  /** paths of the fields in the body */
  readonly paths: { readonly address: string; readonly secret: string };
  /** what people call the two */
  readonly names: { readonly address: string; readonly secret: string };
}

interface Given {
  readonly before: SealedAddress | null;
  readonly purposes: SealPurposes;
  readonly words: Words;
}

/**
 * What is stored of an address and its key: sealed, or as it stood where SECRET_MASK came back. Throws input.invalid for an address that is
 * missing or not on a registered host, and for a kept key with another address: a stored key never signs for one that did not have it.
 */
export async function sealedAddress(
  ctx: Ctx,
  { address, secret }: { readonly address: string | null; readonly secret: string | null },
  { before, purposes, words: { paths, names } }: Given,
): Promise<SealedAddress> {
  const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  const isKept = address === SECRET_MASK;
  if (address === null || (isKept && (before?.address ?? null) === null)) throw invalid(paths.address, `请填写${names.address}`);
  if (!isKept && !(await outbound(ctx.app).find(address)))
    throw invalid(paths.address, '地址不正确，或其主机没有在系统管理的外部地址中登记');
  if (!isKept && secret === SECRET_MASK) throw invalid(paths.secret, `${names.address}已改变，请重新填写${names.secret}`);
  const seal = (text: string | null, old: string | null | undefined, purpose: string) =>
    text === SECRET_MASK ? (old ?? null) : text === null ? null : ctx.app.secrets.seal(text, purpose);
  return {
    address: seal(address, before?.address, purposes.address),
    secret: seal(secret, before?.secret, purposes.secret),
    host: isKept ? (before?.host ?? null) : (splitAddress(address)?.host ?? null),
  };
}
