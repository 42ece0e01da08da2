import type { Fault } from './faults.ts';
import type { KeptRequest } from './journal.ts';
import type { Route } from './route.ts';

/** What is known of a request from its head on. */
interface Visit {
  readonly kept: KeptRequest;
  readonly fault: Fault | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on the sandbox's own routes. */
    route?: Route;
  }
  interface FastifyRequest {
    /** Null on the sandbox's own routes. */
    visit: Visit | null;
    /** Of the body as it was sent. */
    bodyBytes: number;
  }
}
