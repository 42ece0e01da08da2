import { connect } from 'node:net';

/**
 * The least a client can do, over a raw socket: the figures shall be the server's, not those of an HTTP library.
 * It understands answers of this server only: a content-length, or chunks.
 */

const HEAD_END = '\r\n\r\n';

/** Length of the whole answer at the start of `text`, or null while it is not all there. */
function measureAnswer(text: string): number | null {
  const head = text.indexOf(HEAD_END);
  if (head === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length !== undefined) {
    const end = head + HEAD_END.length + Number(length);
    return text.length >= end ? end : null;
  }
  const last = text.indexOf('\r\n0\r\n\r\n', head);
  return last === -1 ? null : last + 7;
}

/** Sends `request` again and again on one connection until `isEnough`, which is asked after each answer. */
export function repeatRequest(port: number, request: string, isEnough: (answer: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    let pending = '';
    socket.on('data', (data) => {
      pending += data.toString('latin1');
      const end = measureAnswer(pending);
      if (end === null) return;
      const answer = pending.slice(0, end);
      pending = pending.slice(end);
      if (!isEnough(answer)) socket.write(request);
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server ended the connection')));
  });
}
