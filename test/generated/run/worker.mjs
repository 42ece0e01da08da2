import { runProgram } from './program.mjs';

/** Runs one program after the other for the parent process. */

let queue = Promise.resolve();

process.on('message', ({ id, program }) => {
  queue = queue.then(async () => process.send?.({ id, ...(await runProgram(program)) }));
});
