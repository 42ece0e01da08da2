import { setTimeout as delay } from 'node:timers/promises';
import { parseBuilderRequest } from './builder-request.ts';
import { type BuildResult, buildDraft } from './builder-result.ts';
import { type Call, createRoute, type Route } from './route.ts';
import type { World } from './world.ts';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** The events of one phase: `thinking` is the one name shown (§6.1), the others are invented. */
function listPhase(phase: string, label: string, words: readonly string[]): readonly Event[] {
  return [
    { type: 'phase_start', phase },
    ...words.map((delta) => ({ type: 'thinking_delta', delta, label, phase })),
    { type: 'phase_complete', phase },
  ];
}

function listEvents(result: BuildResult): readonly Event[] {
  const phases: Readonly<Record<string, readonly Event[]>> = {
    validation: listPhase('validation', 'Reading the answers', ['Checking ', 'each answer.']),
    thinking: listPhase('thinking', 'Planning', [
      'The agent ',
      'greets, ',
      'asks, ',
      'and closes \u2013 caf\u00e9 \ud83d\ude42.',
    ]),
    building: [
      { type: 'phase_start', phase: 'building' },
      // Members of building_event are not shown; these are invented.
      ...['prompt', 'voice', 'tools'].map((step, index) => ({
        type: 'building_event',
        step,
        progress: (index + 1) / 3,
      })),
      { type: 'phase_complete', phase: 'building' },
    ],
  };
  return [...result.events.flatMap((name) => phases[name] ?? []), { type: 'complete', data: result }];
}

/** The stream fails half-way: the payload of `error` is not shown (§7), so the message is invented. */
function failHalfway(events: readonly Event[]): readonly Event[] {
  return [...events.slice(0, Math.floor(events.length / 2)), { type: 'error', message: 'The build failed.' }];
}

async function* writeLines(world: World, events: readonly Event[]): AsyncGenerator<string> {
  for (const [index, event] of events.entries()) {
    if (index > 0) await delay(world.streamDelay, undefined, { ref: false });
    yield `${JSON.stringify(event)}\n`;
  }
}

/** §4.1, under its own path and under the alias, whose path is not shown beyond the prefix `/v1/assistant`. */
export function createBuilderRoutes(world: World): readonly Route[] {
  const handle = ({ body, fault }: Call) => {
    const events = listEvents(buildDraft(parseBuilderRequest(body)));
    const sent = fault?.kind === 'error-after-200' ? failHalfway(events) : events;
    return { lines: writeLines(world, sent), type: 'application/x-ndjson' };
  };
  const operations = world.catalog.operations.filter(({ path }) => path.endsWith('/run/stream'));
  return operations.flatMap(({ method, path, section }) =>
    [path, path.replace('/agent-builder/', '/assistant/')].map((each) =>
      createRoute(world.catalog, { method, path: each, otherwise: 'invented', section, handle }),
    ),
  );
}
