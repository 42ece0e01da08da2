import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** One request as it came in. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly head: string;
}

export interface RawServer {
  readonly port: number;
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

/** Answers the head of each request with bytes, as a server that no library wrote. */
export async function startRawServer(
  respond: (socket: Socket, request: RawRequest) => void,
  tls?: TlsOptions,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        const [method = '', path = ''] = head.split(' ');
        const request = { method, path, head };
        requests.push(request);
        respond(socket, request);
      }
    });
  };
  const server: Server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A whole answer with a length. */
export function respondWith(
  status: number,
  body: string | Uint8Array = '{}',
  headers: Readonly<Record<string, string>> = {},
): (socket: Socket) => void {
  const bytes = Buffer.from(body as string);
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket) => {
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Any\r\n${head.join('')}\r\n`, 'latin1'), bytes]));
  };
}

/** What a platform in good order says to the control requests: the list of agents, 401 without a key, 404 elsewhere. */
export function respondNormally(socket: Socket, { method, path, head }: RawRequest): void {
  const hasKey = /^authorization:/im.test(head);
  const name = path.split('?')[0];
  if (name === '/v1/agents' && hasKey) respondWith(200, '{"agents":[{"id":"ag_1"}]}')(socket);
  else if (name === '/v1/agents') {
    respondWith(401, '{"statusCode":401,"message":"Unauthorized","error":"Unauthorized"}')(socket);
  } else {
    const message = `Cannot ${method} ${path}`;
    respondWith(404, JSON.stringify({ statusCode: 404, message, error: 'Not Found' }))(socket);
  }
}
