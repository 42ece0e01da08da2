import { type BuilderRequest, OPTIONAL_ANSWER, REQUIRED_ANSWERS } from './builder-request.ts';

/** An open question: which answer is missing. */
interface MissingQuestion {
  readonly field: string;
  readonly question: string;
}

/** What the build makes: the members are those of §2.4; their types and everything inside are invented. */
export interface BuildResult {
  readonly status: 'completed' | 'needs_clarification';
  readonly events: readonly string[];
  readonly missingQuestions: readonly MissingQuestion[];
  readonly evaluation: Readonly<Record<string, unknown>>;
  readonly draftAgent: Readonly<Record<string, unknown>> | null;
  readonly promptText: string;
  readonly welcomeMessage: string;
  readonly technicalProfile: Readonly<Record<string, unknown>>;
  readonly error: null;
}

/** Blank answers, but only on attempt 1: attempt 2 skips re-validation (§2.1 rule 1). */
function findMissing({ answers, buildAttempt }: BuilderRequest): readonly MissingQuestion[] {
  const isBlank = (name: string): boolean => (answers.get(name) ?? '').trim() === '';
  if (buildAttempt === 2 || !isBlank(OPTIONAL_ANSWER)) return [];
  // "Additional context" may well be empty, although it must be sent.
  return REQUIRED_ANSWERS.filter((name) => name !== 'additional_context' && isBlank(name)).map((field) => ({
    field,
    question: `Please answer ${field}.`,
  }));
}

/** §2.1 rule 3, in three shapes. */
function draftShape(shape: BuilderRequest['targetShape'], prompt: string): Readonly<Record<string, unknown>> {
  if (shape === 'cfa') {
    const nodes = ['greet', 'qualify', 'close'].map((id) => ({ id, prompt }));
    return {
      type: 'conversation_flow',
      nodes,
      edges: [
        ['greet', 'qualify'],
        ['qualify', 'close'],
      ],
    };
  }
  if (shape === 'ivr')
    return {
      type: 'touch_tone_menu',
      menu: [
        { key: '1', action: 'sales' },
        { key: '0', action: 'operator' },
      ],
    };
  return { type: 'single_prompt', prompt };
}

/** The same request always builds the same draft; nothing is stored (§1). */
export function buildDraft(request: BuilderRequest): BuildResult {
  const { answers, pipeline, targetShape, buildAttempt } = request;
  const missingQuestions = findMissing(request);
  const isComplete = missingQuestions.length === 0;
  const promptText = `You speak for ${answers.get('company_and_offering') ?? ''}. Goal: ${answers.get('primary_goal') ?? ''}.`;
  const welcomeMessage = 'Hello, how can I help?';
  const realtime = pipeline === 's2s';
  return {
    status: isComplete ? 'completed' : 'needs_clarification',
    events: buildAttempt === 1 ? ['validation', 'thinking', 'building'] : ['thinking', 'building'],
    missingQuestions,
    evaluation: { score: isComplete ? 1 : 0, validated: buildAttempt === 1 },
    draftAgent: isComplete ? { ...draftShape(targetShape, promptText), pipeline, realtime, welcomeMessage } : null,
    promptText,
    welcomeMessage,
    technicalProfile: { pipeline: realtime ? 'realtime' : 'cascaded', target_shape: targetShape },
    error: null,
  };
}
