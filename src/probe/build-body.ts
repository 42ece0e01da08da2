/** §2.2: the required members of `structured_input`. */
const ANSWERS: Readonly<Record<string, string>> = {
  company_and_offering: 'A made-up shop that sells garden chairs.',
  target_customer: 'People with a garden.',
  primary_goal: 'Say when the shop is open.',
  success_criteria: 'The caller knows the opening hours.',
  information_to_collect: 'Nothing.',
  objections_and_faqs: 'None.',
  agent_tone: 'Friendly and short.',
  additional_context: 'This is a test run of v1-migrate probe.',
};

/** The smallest valid request of §2.1: a description and a value for each required answer (§2.3). */
export function createBuildBody(): string {
  const input = Object.entries(ANSWERS).map(([name, value]) => [
    name,
    { description: name.replaceAll('_', ' '), value },
  ]);
  return JSON.stringify({ structured_input: Object.fromEntries(input) });
}
