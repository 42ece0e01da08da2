import { badRequest, HttpError } from './http-error.ts';
import { createRecord } from './record-routes.ts';
import { type Call, createRoute, type Route, readObject } from './route.ts';
import type { World } from './world.ts';

/** Search, purchase and SIP trunk of §5.6: named there and shown nowhere, so paths, bodies and answers are invented. */

/** Numbers on offer: the same ones for the same country, so that a search can be repeated. */
function searchNumbers({ query }: Call): readonly { readonly phone_number: string; readonly country: string }[] {
  const country = typeof query.country === 'string' ? query.country : 'US';
  return Array.from({ length: 10 }, (_, index) => ({
    phone_number: `+1555020${String(index).padStart(4, '0')}`,
    country,
  }));
}

/** The number to have: the one asked for, or without one the first on offer that is not taken. */
function chooseNumber(world: World, call: Call): string {
  const asked = readObject(call.body).phone_number;
  if (typeof asked === 'string' && /^\+\d{5,15}$/.test(asked)) return asked;
  if (asked !== undefined) throw badRequest(['phone_number must be a number of the form +15550100000']);
  const numbers = world.workspace.get('organization-phone-numbers').list();
  const taken = new Set(numbers.map(({ phone_number }) => phone_number));
  const free = searchNumbers(call).find(({ phone_number }) => !taken.has(phone_number));
  if (free === undefined) throw new HttpError(409, 'No number is left.');
  return free.phone_number;
}

export function createPhoneRoutes(world: World): readonly Route[] {
  const numbers = world.workspace.get('organization-phone-numbers');
  const base = `${world.catalog.versionPrefix}/organization-phone-numbers`;
  const add = (provider: string) => (call: Call) => {
    const fields = { ...readObject(call.body), phone_number: chooseNumber(world, call), provider };
    return { status: 201, body: createRecord(world, numbers, fields) };
  };
  const rows = [
    ['GET', 'search', (call: Call) => ({ status: 200, body: { items: searchNumbers(call) } })],
    ['POST', 'purchase', add('sandbox')],
    ['POST', 'sip-trunk', add('sip-trunk')],
  ] as const;
  return rows.map(([method, name, handle]) =>
    createRoute(world.catalog, { method, path: `${base}/${name}`, otherwise: 'invented', section: '§5.6', handle }),
  );
}
