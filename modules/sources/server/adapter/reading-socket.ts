import { Socket, type OnReadOpts, type SocketConstructorOpts } from 'node:net';

const READ_BYTES = 65_536;

/**
 * A socket that reads into the same bytes again and again: whoever takes them by `hear` has to copy what is kept. Until then it gives data as
 * any socket.
 */
export class ReadingSocket extends Socket {
  hear: ((chunk: Buffer) => void) | null = null;

  constructor() {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    const callback = (length: number): boolean => {
      const chunk = buffer.subarray(0, length);
      if (this.hear) this.hear(chunk);
      else this.emit('data', Buffer.from(chunk));
      return true;
    };
    // the types know the option for connections only
    const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = { onread: { buffer, callback } };
    super(options);
  }
}
