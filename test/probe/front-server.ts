import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Front {
  readonly url: string;
  close(): void;
}

/** Stands in front of a server and says with each request how many have come, before it hands it on. */
export async function startFront(target: string, onRequest: (count: number) => void): Promise<Front> {
  let count = 0;
  const server = createServer((asked, answer) => {
    count += 1;
    onRequest(count);
    const { method, headers } = asked;
    const onward = request(new URL(asked.url ?? '/', target), { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on('error', () => answer.destroy()); // whoever asked has gone
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
