import { createRecord, updateRecord } from './record-routes.ts';
import { type Call, createRoute, type Route, readObject } from './route.ts';
import type { World } from './world.ts';

/** Operations below a record. */

/** Leads below their workflow: only the list is shown (§4.2), the rest follows from the family "workflow leads" of §5.6. */
export function createLeadRoutes(world: World): readonly Route[] {
  const workflows = world.workspace.get('workflows');
  const leads = world.workspace.get('leads');
  const create = ({ body, params: { workflowId = '' } }: Call) => {
    const fields = { status: 'new', ...readObject(body), workflow_id: workflows.require(workflowId).id };
    return { status: 201, body: createRecord(world, leads, fields) };
  };
  return [
    createRoute(world.catalog, {
      method: 'POST',
      path: `${world.catalog.versionPrefix}/workflows/{workflowId}/leads`,
      otherwise: 'inferred',
      section: '§5.6',
      handle: create,
    }),
  ];
}

/** What applications do with one call; common on platforms of this kind, and not shown. */
export function createCallRoutes(world: World): readonly Route[] {
  const calls = world.workspace.get('calls');
  const base = `${world.catalog.versionPrefix}/calls/{id}`;
  const rows = [
    ['POST', 'hangup', (id: string) => updateRecord(calls, id, { status: 'completed' })],
    ['GET', 'transcript', (id: string) => ({ call_id: calls.require(id).id, text: 'Hello, how can I help?' })],
  ] as const;
  return rows.map(([method, name, answer]) =>
    createRoute(world.catalog, {
      method,
      path: `${base}/${name}`,
      otherwise: 'invented',
      section: '§5.6',
      handle: ({ params: { id = '' } }) => ({ status: 200, body: answer(id) }),
    }),
  );
}
