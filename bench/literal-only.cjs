/** What a codemod of an afternoon does: every text that looks like a legacy path gets its /v1. For stock jscodeshift. */
const LEGACY =
  /^(https:\/\/api\.voice\.example)?\/(agents|calls|batch-calls|workflows|voices|languages|llms|transcribers|knowledge-base)(?=[/?]|$)/;

module.exports = (file, { jscodeshift: j }) => {
  const root = j(file.source);
  let edits = 0;
  const rewrite = (text) => {
    const after = text.replace(LEGACY, (_, base = '', family) => `${base}/v1/${family}`);
    if (after !== text) edits += 1;
    return after;
  };
  for (const { node } of root.find(j.StringLiteral).paths()) node.value = rewrite(node.value);
  for (const { node } of root.find(j.TemplateElement).paths()) {
    const raw = rewrite(node.value.raw);
    node.value = { raw, cooked: raw };
  }
  return edits === 0 ? undefined : root.toSource();
};
module.exports.parser = 'tsx';
