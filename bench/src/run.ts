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
import { webdav } from './measurements/webdav.ts'
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
  webdav,
]

const {
  values,
  positionals: [wanted, ...parts],
} = parseArgs({
  allowPositionals: true,
  options: {
    peer: { type: 'string' },
    repeat: { type: 'string', default: '3' },
    scale: { type: 'string', default: '1' },
    markdown: { type: 'boolean', default: false },
  },
})
const chosen = measurements.filter(({ name }) => wanted === 'all' || name === wanted)
const repeat = Number(values.repeat)
const scale = Number(values.scale)
const isUnderstood = Number.isInteger(repeat) && repeat >= 1 && scale > 0 && scale <= 1

if (chosen.length === 0 || !isUnderstood) {
  const options = '[--repeat 3] [--scale 1] [--peer http://127.0.0.1:8081]'
  console.log(`npm run bench -- NAME [PART ...] ${options}\n`)
  for (const { name, summary } of measurements) console.log(`  ${name.padEnd(12)} ${summary}`)
  console.log('  all          everything')
  console.log('\n--markdown prints the table as Markdown.')
  console.log('--scale 0.01 is a short form: a hundredth of the files, bytes and seconds.')
  console.log('It tells whether drive, sharing or webdav works here, and nothing about speed.')
  console.log('--peer is the address of a second Awan, running in development, to measure as well.')
  process.exitCode = wanted === undefined ? 0 : 2
}

for (const measurement of isUnderstood ? chosen : []) {
  console.log(`\n${measurement.name}: ${measurement.summary}\n`)
  await using own = measurement.startsServersItself ? undefined : await startServer()
  const peer: Target[] = values.peer ? [{ name: values.peer, url: values.peer }] : []
  const figures = await measurement.run([...(own ? [own] : []), ...peer], repeat, parts, scale)
  console.log(values.markdown ? toMarkdown(figures) : report(measurement.name, figures))
}
