/** Loaded with --require: at its end the process says how much memory it took at most. */
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_USAGE_FILE;
delete process.env.BENCH_USAGE_FILE; // not for children
process.on('exit', () => writeFileSync(file, JSON.stringify(process.resourceUsage())));
