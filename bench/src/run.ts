import { parseArgs } from 'node:util'
import type { Measurement, Target } from './measurement.ts'
import { accountServer } from './measurements/account.ts'
import { accountClient } from './measurements/client.ts'
import { driveEngine } from './measurements/drive.ts'
import { manyFiles } from './measurements/many-files.ts'
import { search } from './measurements/search.ts'
import { sharing } from './measurements/sharing.ts'
import { signInRate } from './measurements/sign-in.ts'
import { startTime } from './measurements/start.ts'
import { transfer } from './measurements/transfer.ts'
import { userMe } from './measurements/user-me.ts'
import { webAccount } from './measurements/web-account.ts'
import { webDrive } from './measurements/web-drive.ts'
import { report, toMarkdown } from './report.ts'
import { startServer } from './server.ts'

const measurements: readonly Measurement[] = [
  startTime,
  signInRate,
  userMe,
  transfer,
  manyFiles,
  search,
  accountClient,
  accountServer,
  webAccount,
  webDrive,
  driveEngine,
  sharing,
]

const {
  values,
  positionals: [wanted, ...parts],
} = parseArgs({
  allowPositionals: true,
  options: {
    peer: { type: 'string' },
    repeat: { type: 'string', default: '3' },
    markdown: { type: 'boolean', default: false },
  },
})
const chosen = measurements.filter(({ name }) => wanted === 'all' || name === wanted)
const repeat = Number(values.repeat)

if (chosen.length === 0 || !Number.isInteger(repeat) || repeat < 1) {
  console.log('npm run bench -- NAME [PART ...] [--repeat 3] [--peer http://127.0.0.1:8081]\n')
  for (const { name, summary } of measurements) console.log(`  ${name.padEnd(12)} ${summary}`)
  console.log('  all          everything')
  console.log('\n--markdown prints the table as Markdown.')
  console.log('--peer is the address of a second Awan, running in development, to measure as well.')
  process.exitCode = wanted === undefined ? 0 : 2
}

for (const measurement of chosen) {
  console.log(`\n${measurement.name}: ${measurement.summary}\n`)
  await using own = measurement.startsServersItself ? undefined : await startServer()
  const peer: Target[] = values.peer ? [{ name: values.peer, url: values.peer }] : []
  const figures = await measurement.run([...(own ? [own] : []), ...peer], repeat, parts)
  console.log(values.markdown ? toMarkdown(figures) : report(measurement.name, figures))
}
