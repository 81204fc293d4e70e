import { runAwan } from './run-awan.ts'

// A closed pipe is an error for the writer only; it must not end the process.
process.stdout.on('error', () => undefined)
process.exitCode = await runAwan(process.argv.slice(2), process)
