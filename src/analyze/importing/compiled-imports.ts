import { findInterop, listExportedStars } from '../../syntax/compiled-modules.ts';
import type { CallNode } from '../../syntax/nodes.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import type { Place } from '../uses/places.ts';

/**
 * `__exportStar(require('./calls'), exports)`, `__importStar(require('./calls'))`: who imports a module is known. In the functions
 * that compilers copy the names with, any of them could be any other. True where the value does not go on from here.
 */
export function goThroughImport(open: OpenPlaces, call: CallNode, place: Place): Place | true | null {
  if (listExportedStars(call).length > 0) return true;
  if (findInterop(call) !== place.node) return null;
  const module = { ...place, node: call };
  open.add({ ...module, path: ['default', ...place.path] });
  return module;
}
