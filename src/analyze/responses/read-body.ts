import type { BodyReading } from '../../model/response.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import { AnswerTracer } from './trace-answer.ts';

/** What is read of the JSON body of one request's answer; nothing where the ways in which it is sent differ. */
export function readBody(evaluator: Evaluator, emissions: readonly Emission[]): BodyReading {
  const [first] = emissions;
  if (first === undefined || emissions.some(({ sink }) => sink.node !== first.sink.node))
    return { reads: [], isOpen: true };
  evaluator.ask();
  return new AnswerTracer(evaluator, first).trace();
}
