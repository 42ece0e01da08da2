import type { StreamLimits, StreamVerdict } from '../../src/stream/events.ts';

export interface StreamCase {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly limits?: Partial<StreamLimits>;
  readonly reset?: boolean;
  readonly expect: StreamVerdict;
}

const START = '{"type":"phase_start","phase":"thinking"}';
const DELTA = '{"type":"thinking_delta","delta":"x","label":"l","phase":"thinking"}';
const DATA = '{"status":"ok","missingQuestions":[],"evaluation":{},"draftAgent":{}}';
const DONE = `{"type":"complete","data":${DATA}}`;
const ERROR = '{"type":"error"}';

function complete(events: number, ...notes: string[]): StreamVerdict {
  return { outcome: 'complete', code: null, events, notes };
}

function failed(events: number, ...notes: string[]): StreamVerdict {
  return { outcome: 'stream-error', code: null, events, notes };
}

function violation(code: StreamVerdict['code'], events: number, ...notes: string[]): StreamVerdict {
  return { outcome: 'violation', code, events, notes };
}

function lines(...texts: string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

function text(id: string, body: string, expect: StreamVerdict, more: Partial<StreamCase> = {}): StreamCase {
  return { id, bytes: Buffer.from(body, 'utf8'), expect, ...more };
}

function bytes(id: string, parts: readonly (string | readonly number[])[], expect: StreamVerdict): StreamCase {
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([...part])));
  return { id, bytes: Buffer.concat(buffers), expect };
}

const nested = (depth: number): string => `{"type":"x","v":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

export const STREAM_CASES: readonly StreamCase[] = [
  text('plain', lines(START, DELTA, '{"type":"phase_complete"}', '{"type":"building_event"}', DONE), complete(5)),
  text('crlf', `${START}\r\n${DONE}\r\n`, complete(2, 'crlf')),
  text('mixed line ends', `${START}\r\n${DELTA}\n${DONE}\r\n`, complete(3, 'crlf')),
  text('blank lines as keep-alive', lines(START, '', ' \t', DONE), complete(2, 'blank-line')),
  text('blank line after the end', lines(DONE, ''), complete(1, 'blank-line')),
  text('last line without LF', `${START}\n${DONE}`, complete(2, 'unterminated-final-line')),
  text('BOM at byte 0', `\ufeff${lines(DONE)}`, complete(1, 'bom')),
  text('BOM alone on the first line', `\ufeff\n${lines(DONE)}`, complete(1, 'bom', 'blank-line')),
  text('unknown type', lines('{"type":"progress_v2"}', DONE), complete(2, 'unknown-type')),
  text('U+2028 inside a string', lines('{"type":"thinking_delta","delta":"a\u2028b\u0085c"}', DONE), complete(2)),
  text('escaped lone surrogate', lines('{"type":"thinking_delta","delta":"\\ud800"}', DONE), complete(2)),
  text('a member of another type', lines('{"type":"phase_start","phase":1}', DONE), complete(2, 'not-a-string:phase')),
  text(
    'data without a named member',
    lines('{"type":"complete","data":{"status":"ok","missingQuestions":[],"draftAgent":{}}}'),
    complete(1, 'missing-data-member:evaluation'),
  ),
  text('type twice', lines('{"type":"x","type":"phase_complete"}', DONE), complete(2, 'duplicate-type')),
  text(
    'type below the event is no second type',
    lines('{"type":"building_event","v":{"type":"y"}}', DONE),
    complete(2),
  ),
  text('brackets inside a string are no depth', lines(`{"type":"x","v":"${'['.repeat(100)}"}`, DONE), {
    ...complete(2, 'unknown-type'),
  }),
  text('depth 64', lines(nested(64), DONE), complete(2, 'unknown-type')),
  text('reset after the end', lines(START, DONE), complete(2, 'reset-after-terminal'), { reset: true }),
  text('error after 200', lines(START, '{"type":"error","message":"no"}'), failed(2)),
  text('error first', lines(ERROR), failed(1)),
  text('last line cut', `${START}\n${DONE.slice(0, 40)}`, violation('truncated', 1)),
  bytes('cut inside a character', [`${START}\n{"type":"x","v":"`, [0xf0, 0x9f]], violation('truncated', 1)),
  text('reset before the end', lines(START, DELTA), violation('truncated', 2), { reset: true }),
  text('reset inside a line', `${START}\n${DELTA.slice(0, 9)}`, violation('truncated', 1), { reset: true }),
  text('reset behind a whole event without LF', DONE, violation('truncated', 0), { reset: true }),
  text('empty', '', violation('no-terminal-event', 0)),
  text('only line feeds', '\n\n\n', violation('no-terminal-event', 0, 'blank-line')),
  text('no terminal event', lines(START, DELTA), violation('no-terminal-event', 2)),
  text('Complete is not complete', lines(DONE.replace('complete', 'Complete')), {
    ...violation('no-terminal-event', 1, 'unknown-type'),
  }),
  text('event after complete', lines(START, DONE, DELTA), violation('event-after-terminal', 2)),
  text('beginning of an event after complete', `${DONE}\n{"ty`, violation('event-after-terminal', 1)),
  text('two completes', lines(DONE, DONE), violation('event-after-terminal', 1)),
  text('error, then complete', lines(ERROR, DONE), violation('event-after-terminal', 1)),
  ...['', ',"data":null', ',"data":[]', ',"data":"x"'].map((member) =>
    text(`complete with ${member || 'nothing'}`, lines(`{"type":"complete"${member}}`), {
      ...violation('complete-without-data', 1),
    }),
  ),
  ...['[1]', 'null', '42', '"x"', `[${START},${DONE}]`].map((line) =>
    text(`a line that is ${line.slice(0, 8)}`, lines(line, DONE), violation('not-an-object', 0)),
  ),
  ...['{"t":1}', '{"type":1}', '{"type":null}', '{"__proto__":{"type":"complete"}}', '{"statusCode":500}'].map((line) =>
    text(`no type in ${line}`, lines(line, DONE), violation('no-type', 0)),
  ),
  bytes('raw 0xFF', ['{"type":"x","v":"', [0xff, 0xfe], '"}\n'], violation('invalid-utf8', 0)),
  bytes('overlong slash', ['{"type":"x","v":"', [0xc0, 0xaf], '"}\n'], violation('invalid-utf8', 0)),
  bytes('raw surrogates', ['{"type":"x","v":"', [0xed, 0xa0, 0xbd], '"}\n'], violation('invalid-utf8', 0)),
  bytes('a whole event and half a character', [DONE, [0xf0, 0x9f]], violation('invalid-utf8', 0)),
  text('BOM in the middle', `${START}\n\ufeff${DONE}\n`, violation('invalid-json', 1)),
  text('bare CR between events', `${START}\r${DONE}\n`, violation('invalid-json', 0)),
  text('bare CR everywhere', `${START}\r${DONE}\r`, violation('invalid-json', 0, 'crlf')),
  text('raw line feed in a string', '{"type":"thinking_delta","delta":"a\nb"}\n', violation('invalid-json', 0)),
  text('pretty-printed', JSON.stringify(JSON.parse(DONE), null, 2), violation('invalid-json', 0)),
  text('two objects on a line', `${START}${DONE}\n`, violation('invalid-json', 0)),
  text('server-sent events', `data: ${DONE}\n\n`, violation('invalid-json', 0)),
  text('an HTML page', '<html>\n<body>502</body></html>', violation('invalid-json', 0)),
  text('an HTML page without LF', '<html><body>502</body></html>', violation('invalid-json', 0)),
  text('NUL padding', `${START}\n\0\0\0\n`, violation('invalid-json', 1)),
  text('trailing comma', lines('{"type":"phase_start",}', DONE), violation('invalid-json', 0)),
  text('NaN', lines('{"type":"x","v":NaN}', DONE), violation('invalid-json', 0)),
  text('depth 65', lines(nested(65), DONE), violation('json-too-deep', 0)),
  text('depth 20,000', lines(nested(20_000), DONE), violation('json-too-deep', 0)),
  text('unclosed depth', '['.repeat(100_000), violation('json-too-deep', 0)),
  text('line over the limit', lines(`{"type":"x","v":"${'a'.repeat(200)}"}`, DONE), violation('line-too-long', 0), {
    limits: { maxLine: 128 },
  }),
  text('line at the limit', lines(DONE), complete(1), { limits: { maxLine: DONE.length } }),
  text('line one over the limit', lines(DONE), violation('line-too-long', 0), { limits: { maxLine: DONE.length - 1 } }),
  text('never a line end', 'a'.repeat(9000), violation('line-too-long', 0), { limits: { maxLine: 8191 } }),
  text('total over the limit', lines(START, START, START), violation('total-too-large', 2), {
    limits: { maxTotal: (START.length + 1) * 2 + 5 },
  }),
  text('total at the limit', lines(START, DONE), complete(2), { limits: { maxTotal: START.length + DONE.length + 2 } }),
  text('too many events', lines(START, START, START, DONE), violation('too-many-events', 3), {
    limits: { maxEvents: 3 },
  }),
  text('endless blank lines', '\n'.repeat(10_001), violation('too-many-blank-lines', 0, 'blank-line')),
];
