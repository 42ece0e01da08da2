import { isJsonObject } from '../model/json-object.ts';
import { badRequest } from './http-error.ts';

/** §2.2: the eight required answers, then the optional one. */
export const REQUIRED_ANSWERS = [
  'company_and_offering',
  'target_customer',
  'primary_goal',
  'success_criteria',
  'information_to_collect',
  'objections_and_faqs',
  'agent_tone',
  'additional_context',
] as const;
export const OPTIONAL_ANSWER = 'validation_clarifications';

export interface BuilderRequest {
  readonly answers: ReadonlyMap<string, string>;
  readonly buildAttempt: 1 | 2;
  /** §2.1 rule 2: `s2s` is the realtime pipeline, any other value the cascaded one. */
  readonly pipeline: 's2s' | 'cascaded';
  /** §2.1 rule 3: any value but `cfa` and `ivr` is a single-prompt agent. */
  readonly targetShape: 'cfa' | 'ivr' | 'spa';
}

function checkAnswer(name: string, answer: unknown): readonly string[] {
  if (!isJsonObject(answer)) return [`structured_input.${name} must be an object`];
  // §2.3: both are required strings; an empty one is a string.
  return ['description', 'value']
    .filter((member) => typeof answer[member] !== 'string')
    .map((member) => `structured_input.${name}.${member} must be a string`);
}

function checkBody(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { structured_input: input, build_attempt: attempt, pipeline, target_shape: shape } = body;
  const messages: string[] = [];
  if (!isJsonObject(input)) messages.push('structured_input must be an object');
  else {
    for (const name of REQUIRED_ANSWERS) messages.push(...checkAnswer(name, input[name]));
    if (input[OPTIONAL_ANSWER] !== undefined) messages.push(...checkAnswer(OPTIONAL_ANSWER, input[OPTIONAL_ANSWER]));
  }
  // §8: an integer range.
  if (attempt !== undefined && attempt !== 1 && attempt !== 2) messages.push('build_attempt must be 1 or 2');
  if (pipeline !== undefined && typeof pipeline !== 'string') messages.push('pipeline must be a string');
  if (shape !== undefined && typeof shape !== 'string') messages.push('target_shape must be a string');
  return messages;
}

function readAnswers(input: unknown): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const [name, answer] of Object.entries(isJsonObject(input) ? input : {})) {
    if (isJsonObject(answer) && typeof answer.value === 'string') answers.set(name, answer.value);
  }
  return answers;
}

/** The request of §2.1 with its defaults. Throws 400 with every message at once. */
export function parseBuilderRequest(body: unknown): BuilderRequest {
  if (!isJsonObject(body)) throw badRequest(['body must be a JSON object']);
  const messages = checkBody(body);
  if (messages.length > 0) throw badRequest(messages);
  const shape = body.target_shape;
  return {
    answers: readAnswers(body.structured_input),
    buildAttempt: body.build_attempt === 2 ? 2 : 1,
    pipeline: body.pipeline === 's2s' ? 's2s' : 'cascaded',
    targetShape: shape === 'cfa' || shape === 'ivr' ? shape : 'spa',
  };
}
