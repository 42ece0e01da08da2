import { type Envelope, type Operation, splitPath } from '../contract/catalog.ts';
import { readPage } from './paging.ts';
import { renderList, renderWrongList } from './render-list.ts';
import { type Call, createRoute, type Route } from './route.ts';
import type { SandboxRecord } from './workspace.ts';
import type { World } from './world.ts';

/** Name of the collection that a list path shows: `/v1/voices/s2s` is `voices/s2s`. */
function nameCollection(world: World, path: string): string {
  return path.slice(world.catalog.versionPrefix.length + 1);
}

/** The records of the list: all of a collection, or for `/v1/workflows/{workflowId}/leads` those of one parent. */
function createReader(world: World, path: string): (call: Call) => readonly SandboxRecord[] {
  const segments = splitPath(nameCollection(world, path));
  const [parentName, parameter, childName] = segments;
  if (parentName === undefined || parameter?.startsWith('{') !== true || childName === undefined) {
    const collection = world.workspace.get(segments.join('/'));
    return () => collection.list();
  }
  const parents = world.workspace.get(parentName);
  const children = world.workspace.get(childName);
  const name = parameter.slice(1, -1);
  return ({ params }) => {
    const parent = parents.require(params[name] ?? '');
    return children.list().filter((child) => child.workflow_id === parent.id);
  };
}

function createListRoute(world: World, { path, section }: Operation, envelope: Envelope): Route {
  const readRecords = createReader(world, path);
  return createRoute(world.catalog, {
    method: 'GET',
    path,
    otherwise: 'documented',
    section,
    handle: (call) => {
      // Lists that are returned in full take no notice of page and limit (§8.1 rule 4).
      const page = envelope.acceptsPage ? readPage(call.query, envelope) : null;
      const body = renderList(envelope, readRecords(call), page);
      const isWrong = call.fault?.kind === 'envelope' && call.fault.path === path && !call.isLegacy;
      return { status: 200, body: isWrong ? renderWrongList(envelope, body) : body };
    },
  });
}

/** The lists of §4.2, one route for each row with an envelope. */
export function createListRoutes(world: World): readonly Route[] {
  return world.catalog.operations.flatMap((operation) =>
    operation.envelope === undefined ? [] : [createListRoute(world, operation, operation.envelope)],
  );
}
